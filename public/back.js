/** The page after a comment is the same for everyone. Only the browser knows from which post it comes. */
const from = new URL(document.referrer || location.href);
const [post] = /^\/post\/[^/]+/.exec(from.pathname) ?? [];
if (post && from.origin === location.origin)
  Object.assign(document.querySelector('[data-back]'), {
    href: `${post}#comments`,
    textContent: 'Back to the post',
  });
