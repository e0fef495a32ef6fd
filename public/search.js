/** Shows results while one types. Without it, the form does the same when it is sent. */
const form = document.querySelector('[data-search]');
const input = form.elements.q;
const results = document.querySelector('#results');
/** Milliseconds after the last key. */
const PAUSE = 200;
let timer;
let asked = new AbortController();

input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(show, PAUSE);
});

async function show() {
  asked.abort();
  asked = new AbortController();
  const q = input.value.trim();
  const url = q ? `/search?${new URLSearchParams({ q })}` : '/search';
  try {
    const response = await fetch(url, { signal: asked.signal });
    // When it is refused, sending the form says why.
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    results.replaceChildren(...page.querySelector('#results').childNodes);
    history.replaceState(null, '', url);
  } catch {
    // Another letter was typed, or there is no network.
  }
}
