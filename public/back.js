/** The page after a comment is the same for everyone. Only the browser knows from which post it comes. */
const from = new URL(document.referrer || location.href);
const [post] = /^\/post\/[^/]+/.exec(from.pathname) ?? [];
if (post && from.origin === location.origin)
  for (const link of document.querySelectorAll('[data-back]'))
    Object.assign(link, {
      href: `${post}#comments`,
      textContent: link.dataset.back || 'Back to the post',
    });
