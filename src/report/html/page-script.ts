import { html } from './html.js';

/** The page's only script: search, filter, sort and keys. Without it the page shows everything. */
export const PAGE_SCRIPT = html`
'use strict';
const reveal = (each) => {
  each.hidden = false;
  each.open = true;
  const tools = each.closest('.cases').querySelector('.tools');
  /* The tools stay on top of what scrolls. */
  if (getComputedStyle(tools).position === 'sticky') each.style.scrollMarginTop = tools.offsetHeight + 'px';
  each.scrollIntoView({ block: 'start' });
  each.querySelector('summary').focus();
};
const sections = [...document.querySelectorAll('.cases')];
/* The filter of each list is a part of the address, so that a link shows the same. */
const readState = () => new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
let state = readState();
const readers = [];
const NAMES = ['find', 'kind', 'cause', 'tag', 'sort'];
const remember = (place, filter, isTyping) => {
  for (const name of NAMES) {
    if (filter[name] === '') state.delete(name + place);
    else state.set(name + place, filter[name]);
  }
  const address = location.pathname + location.search + (state.size === 0 ? '' : '#' + state);
  if (isTyping) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
};
const mark = (cases, words) => {
  if (!('highlights' in CSS)) return;
  const ranges = [];
  for (const each of words.length === 0 ? [] : cases) {
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.data.toLowerCase();
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, Math.min(at + word.length, walker.currentNode.length));
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set('hits', new Highlight(...ranges));
};
sections.forEach((section, place) => {
  const cases = [...section.querySelectorAll('.case')];
  const tools = section.querySelector('.tools');
  const search = tools.querySelector('input');
  const cause = tools.querySelector('[name=cause]');
  const sort = tools.querySelector('[name=sort]');
  const tag = tools.querySelector('[name=tag]');
  const buttons = [...tools.querySelectorAll('button')];
  const found = section.querySelector('.found');
  const total = found.textContent;
  const filter = {};
  let texts = null;
  const show = () => {
    const words = filter.find.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    if (words.length > 0) texts ??= cases.map((each) => each.textContent.toLowerCase());
    const shown = cases.filter((each, at) => {
      const isShown =
        (filter.kind === '' || each.dataset.kind === filter.kind) &&
        (filter.tag === '' || each.dataset.tags.split(' ').includes(filter.tag)) &&
        (filter.cause === '' || each.dataset.causes.split(' ').includes(filter.cause)) &&
        words.every((word) => texts[at].includes(word));
      each.hidden = !isShown;
      return isShown;
    });
    const isFiltered = shown.length < cases.length;
    found.textContent = (isFiltered ? shown.length.toLocaleString('en') + ' of ' : '') + total;
    found.classList.toggle('some', isFiltered);
    for (const each of buttons) each.setAttribute('aria-pressed', String(each.dataset.kind === filter.kind));
    mark(shown, words);
  };
  const order = () => {
    const number = (each, name) => Number(each.dataset[name]);
    const compare = {
      change: (a, b) => Math.abs(number(b, 'change')) - Math.abs(number(a, 'change')),
      score: (a, b) => number(a, 'score') - number(b, 'score'),
    }[filter.sort];
    section.append(...(compare === undefined ? cases : cases.toSorted(compare)));
  };
  const read = () => {
    for (const name of NAMES) filter[name] = state.get(name + place) ?? '';
    search.value = filter.find;
    for (const select of [cause, tag, sort]) if (select !== null) select.value = filter[select.name];
    order();
    show();
  };
  const set = (more) => {
    Object.assign(filter, more);
    remember(place, filter, 'find' in more);
    show();
  };
  search.addEventListener('input', () => set({ find: search.value }));
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    search.value = '';
    search.blur();
    set({ find: '' });
  });
  for (const select of [cause, tag, sort]) {
    select?.addEventListener('change', () => {
      set({ [select.name]: select.value });
      if (select === sort) order();
    });
  }
  for (const button of buttons) button.addEventListener('click', () => set({ kind: button.dataset.kind }));
  tools.hidden = false;
  read();
  readers.push(read);
  const plot = section.closest('.suite').querySelector('.plot');
  plot?.classList.add('live');
  plot?.addEventListener('click', ({ target }) => {
    const anchor = target.closest('circle')?.dataset.case;
    if (anchor !== undefined) reveal(document.getElementById(anchor));
  });
});
const follow = () => {
  const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  linked?.closest('details.suite')?.setAttribute('open', '');
  if (linked?.matches('.case')) reveal(linked);
};
addEventListener('hashchange', follow);
addEventListener('popstate', () => {
  /* A link to a case or suite leaves the filters as they are. */
  if (location.hash !== '' && !location.hash.includes('=')) return;
  state = readState();
  for (const read of readers) read();
});
follow();
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
