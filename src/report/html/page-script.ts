import { html } from './html.js';

/** The page's only script: search, filter and keys. Without it the page shows everything. */
export const PAGE_SCRIPT = html`
'use strict';
const reveal = (each) => {
  each.hidden = false;
  each.open = true;
  each.scrollIntoView({ block: 'start' });
  each.querySelector('summary').focus();
};
for (const section of document.querySelectorAll('.cases')) {
  const cases = [...section.querySelectorAll('.case')];
  const tools = section.querySelector('.tools');
  const search = tools.querySelector('input');
  const buttons = [...tools.querySelectorAll('button')];
  const found = section.querySelector('.found');
  const tags = tools.querySelector('select');
  let kind = '';
  let texts = null;
  const show = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    if (words.length > 0) texts ??= cases.map((each) => each.textContent.toLowerCase());
    let count = 0;
    cases.forEach((each, at) => {
      const isKind = kind === '' || each.dataset.kind === kind;
      const isTagged = !tags?.value || each.dataset.tags.split(' ').includes(tags.value);
      const isShown = isKind && isTagged && words.every((word) => texts[at].includes(word));
      each.hidden = !isShown;
      if (isShown) count += 1;
    });
    found.textContent = count + ' of ' + cases.length + (cases.length === 1 ? ' case' : ' cases') + ', worst first';
  };
  search.addEventListener('input', show);
  tags?.addEventListener('change', show);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    search.value = '';
    search.blur();
    show();
  });
  for (const button of buttons) {
    button.addEventListener('click', () => {
      kind = button.dataset.kind;
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
      show();
    });
  }
  tools.hidden = false;
  const plot = section.closest('.suite').querySelector('.plot');
  plot?.classList.add('live');
  plot?.addEventListener('click', ({ target }) => {
    const anchor = target.closest('circle')?.dataset.case;
    if (anchor !== undefined) reveal(document.getElementById(anchor));
  });
}
const linked = document.getElementById(location.hash.slice(1));
if (linked?.matches('.case')) reveal(linked);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select')) return;
  if (event.key === '/') {
    event.preventDefault();
    document.querySelector('.tools input')?.focus();
    return;
  }
  const step = { j: 1, k: -1 }[event.key];
  if (step === undefined) return;
  const shown = [...document.querySelectorAll('.case:not([hidden]) > summary')];
  const at = shown.indexOf(document.activeElement);
  shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + step))]?.focus();
});
`;
