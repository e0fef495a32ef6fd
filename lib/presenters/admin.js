/**
 * What every admin page is given beside its own model. `views/admin/head.mustache` shows it.
 * @param {{ path: string, author: { name: string } | null }} request author null: nobody is signed in
 * @param {Pick<import('../blog.js').Blog, 'assets'>} blog
 */
export const presentAdmin = ({ path, author }, { assets }) => ({
  admin: {
    styleUrl: assets.url('admin.css'),
    scriptUrl: assets.url('admin.js'),
    author: author && { name: author.name },
    navigation: links.map((link) => ({ ...link, current: isCurrent(link.url, path) })),
  },
});

const links = [
  { title: 'Posts', url: '/admin' },
  { title: 'Pages', url: '/admin/pages' },
  { title: 'Deleted', url: '/admin/trash' },
];

/** @param {string} url @param {string} path */
const isCurrent = (url, path) =>
  url === '/admin' ? /^\/admin(\/posts.*)?$/.test(path) : path.startsWith(url);
