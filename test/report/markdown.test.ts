import fc from 'fast-check';
import type { Nodes, TableCell } from 'mdast';
import { describe, expect, test } from 'vitest';
import { escapeHtml, type Html, html } from '../../src/report/html/html.js';
import {
  escapeCell,
  escapeInLine,
  escapeLine,
  escapeSummary,
  formatLine,
  type Markdown,
  markdown,
  readOwnComment,
  renderCodeCell,
  renderCodeSpan,
  renderFence,
  renderHiddenLine,
} from '../../src/report/markdown.js';
import { revealInvisible } from '../../src/text/visible-text.js';
import { alive, hostileText, LINKED_BY_MARKDOWN, LIVE_IN_RAW, LIVE_IN_TEXT } from './hostile-text.js';
import { htmlOf, nodesOf, parseGfm, plainTextsOf, textOf, typesOf } from './tree.js';

const RUNS = { numRuns: 150 };
/** Besides what chance finds: what comes alive at the start of a line, or alone on it. */
const examples: [string][] = ['===', '---', '+', '1.', '/LGTM'].map((text) => [text]);

/** What a reader should see of a foreign line. */
function seen(text: string): string {
  return revealInvisible(text).replace(/\s+/g, ' ').trim();
}

function withoutBreaks(text: string): string {
  return text.replaceAll('\u200b', '');
}

function isInert(text: string, live: readonly RegExp[]): void {
  expect(alive([text], live)).toEqual([]);
}

const PLACES: ReadonlyArray<readonly [string, (text: string) => string, readonly string[]]> = [
  ['a paragraph', (text) => text, ['paragraph']],
  ['a line after words', (text) => `Asked: ${text}`, ['paragraph']],
  ['a second line', (text) => `Asked:\\\n${text === '' ? 'x' : text}`, ['paragraph', 'break']],
  ['a list item', (text) => `- ${text}`, ['list', 'listItem', 'paragraph']],
  ['a quote', (text) => `> x\n> ${text}`, ['blockquote', 'paragraph']],
  ['a heading', (text) => `### x: ${text}`, ['heading']],
  ['quotation marks behind bold words', (text) => `**Lost**: “${text}” — x`, ['paragraph', 'strong']],
  ['a table cell', (text) => `| a | b |\n| - | - |\n| ${text} | x |`, ['table', 'tableRow', 'tableCell']],
];

/** Where a text cannot start a line. */
const IN_LINE = new Set([
  'a line after words',
  'a heading',
  'quotation marks behind bold words',
  'a table cell',
]);

test('plain text, HTML and rendered text that was changed are no Markdown', () => {
  const plain: string = '**bold**';
  // @ts-expect-error Text has to be escaped.
  const fromText: Markdown = plain;
  // @ts-expect-error A plain template is text.
  const fromTemplate: Markdown = `${escapeLine(plain)} and more`;
  // @ts-expect-error Markdown that a method of strings returns is text again.
  const fromMethod: Markdown = escapeLine(plain).replace('\\*', '*');
  // @ts-expect-error The page escapes otherwise.
  const fromPage: Markdown = html`<b>bold</b>`;
  // @ts-expect-error Text does not go into our own Markdown.
  const fromTag: Markdown = markdown`Said: ${plain}`;
  // @ts-expect-error Neither does HTML.
  const fromHtml: Markdown = markdown`Said: ${escapeHtml(plain)}`;
  // @ts-expect-error And Markdown does not go into the page.
  const page: Html = html`<p>${escapeLine(plain)}</p>`;
  // @ts-expect-error Nor does text.
  const textPage: Html = html`<p>${plain}</p>`;
  expect([fromText, fromTemplate, fromMethod, fromPage, fromTag, fromHtml, page, textPage]).toHaveLength(8);
  expect(markdown`Said: ${escapeLine(plain)}, ${2} times`).toBe('Said: \\*\\*bold\\*\\*, 2 times');
});

test('a comment is read as ours only if we wrote it', () => {
  expect(readOwnComment({ body: 'a\r\nb', writtenByUs: true })).toBe('a\nb');
  expect(() => readOwnComment({ body: 'a', writtenByUs: false })).toThrow('another author');
});

test.each(['a --> b', 'a -- b', 'a\nb', 'a <b>'])('nothing ends a hidden line early: %j', (text) => {
  expect(() => renderHiddenLine(text)).toThrow('cannot be hidden');
});

describe('escapeLine', () => {
  test.each(PLACES)('is text and nothing else in %s', (_, place, frame) => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const root = parseGfm(place(escapeLine(text)));
        const allowed = new Set(['root', 'text', 'html', ...frame]);
        expect([...typesOf(root)].filter((type) => !allowed.has(type))).toEqual([]);
        expect(htmlOf(root).filter((html) => !/^<\/?span>$/.test(html))).toEqual([]);
        expect(withoutBreaks(textOf(root))).toContain(withoutBreaks(seen(text)));
        for (const plain of plainTextsOf(root)) isInert(plain, LIVE_IN_TEXT);
        expect(
          nodesOf(root).every((node) => node.type !== 'listItem' || (node.checked ?? null) === null),
        ).toBe(true);
      }),
      { ...RUNS, examples },
    );
  });

  test('shows the beginning of what is too long, and says so', () => {
    expect(escapeLine('abc def', 4)).toBe('abc…');
  });

  test('keeps a formula from coming alive by GitHub’s own remedy', () => {
    expect(escapeLine('$x$')).toBe('<span>$</span>x<span>$</span>');
  });
});

describe('escapeInLine', () => {
  test.each(PLACES.filter(([place]) => IN_LINE.has(place)))(
    'is text and nothing else in %s',
    (_, place, frame) => {
      fc.assert(
        fc.property(hostileText, (text) => {
          const root = parseGfm(place(escapeInLine(text)));
          const allowed = new Set(['root', 'text', 'html', ...frame]);
          expect([...typesOf(root)].filter((type) => !allowed.has(type))).toEqual([]);
          expect(withoutBreaks(textOf(root))).toContain(withoutBreaks(seen(text)));
          for (const plain of plainTextsOf(root)) isInert(plain, LIVE_IN_TEXT);
        }),
        { ...RUNS, examples },
      );
    },
  );

  test.each(['0.89', '−0.07', '+29%', '1,200', '–', '1.2 s'])('leaves a figure as it is: %s', (figure) => {
    expect(escapeInLine(figure)).toBe(figure);
  });
});

describe('formatLine', () => {
  test('makes code of words between backticks', () => {
    const root = parseGfm(formatLine('`threshold` 0.8 → 0.2: `a*b` _x_'));
    expect(nodesOf(root).flatMap((node) => (node.type === 'inlineCode' ? [node.value] : []))).toEqual([
      'threshold',
      'a*b',
    ]);
    expect(textOf(root)).toBe('threshold 0.8 → 0.2: a*b _x_');
  });

  test('makes code of commit hashes, so that they can be copied', () => {
    expect(formatLine('run now at a1b2c3d, not 1234567 nor defaced')).toBe(
      'run now at `a1b2c3d`, not 123456\u200b7 nor deface\u200bd',
    );
  });

  test.each([
    ['prompt-regression.yml:6: unknown key', '`prompt-regression.yml:6`: unknown key'],
    ['in apps/a/evals/cases.jsonl:10.', 'in `apps/a/evals/cases.jsonl:10`.'],
    ['see https://api.example/v1?a=b.', 'see `https://api.example/v1?a=b`.'],
    ['refused 127.0.0.1:8080', 'refused `127.0.0.1:8080`'],
    ['at emit (node:events:514:28)', 'at emit (`node:events:514:28`)'],
    ['in /srv/app/agent.py:3', 'in `/srv/app/agent.py:3`'],
    ['(http://localhost:1/x) `a`https://b.example', '(`http://localhost:1/x`) `a`https:\u200b//b.example'],
  ])('makes code of what is to be copied whole: %s', (line, shown) => {
    expect(formatLine(line)).toBe(shown);
  });

  test('is text and code and nothing else', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = formatLine(text);
        const root = parseGfm(`- ${line}`);
        isInert(line, LIVE_IN_RAW);
        const allowed = new Set(['root', 'list', 'listItem', 'paragraph', 'text', 'inlineCode', 'html']);
        expect([...typesOf(root)].filter((type) => !allowed.has(type))).toEqual([]);
        expect(htmlOf(root).filter((html) => !/^<\/?span>$/.test(html))).toEqual([]);
        for (const node of nodesOf(root)) {
          if (node.type === 'text') isInert(node.value, LIVE_IN_TEXT);
        }
      }),
      { ...RUNS, examples },
    );
  });
});

describe('harmless text is not changed', () => {
  const HARMLESS = [
    'UTF-8 and GPT-6, ISO-8601 and RFC-9110',
    'issue # 7, C# and F#, #channel',
    'at 10:30 am, 3 @ 5 euros',
    'CVE-2020-1234, GHSA-xxxx-yyyy-zzzz, JIRA-7',
    'namespace a::b, key: value',
    'and/or, /usr/bin/env',
  ];

  test.each(HARMLESS)('in a line: %s', (text) => {
    for (const rendered of [escapeLine(text), escapeInLine(text), formatLine(text), escapeSummary(text)]) {
      expect(rendered).not.toContain('\u200b');
    }
  });

  test.each([
    ...HARMLESS,
    '@decorator def f(a: int) -> b: # 12',
    'git show a1b2c3d4e5 #12 gh-7',
    'mail me@example.com or see https://example.com/a',
  ])('in code: %s', (text) => {
    expect(renderCodeSpan(text, 1_000)).toBe(`\`${text}\``);
    expect(renderFence(text)).toBe(`\`\`\`\n${text}\n\`\`\``);
  });

  test('in the code of a table, but for addresses, which Markdown links there too', () => {
    expect(renderCodeCell('@user #12 a1b2c3d4e5 UTF-8')).toBe('<code>@user #12 a1b2c3d4e5 UTF-8</code>');
    expect(renderCodeCell('see https://a.example')).toContain('\u200b');
    expect(renderCodeCell('me@a.example')).toContain('\u200b');
  });

  test.each([
    '@user',
    'org/team@1',
    '#12',
    'gh-12',
    'a1b2c3d4e5',
    'https://a.example',
    'www.a.example',
    'me@a.example',
  ])('and what is alive outside code is broken: %s', (text) => {
    for (const rendered of [escapeLine(text), escapeSummary(text)]) expect(rendered).toContain('\u200b');
  });
});

describe('renderCodeSpan', () => {
  test('is one piece of code with the whole name', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const span = renderCodeSpan(text, 10_000);
        const root = parseGfm(`**${span} 0.31**`);
        const code = nodesOf(root).filter((node) => node.type === 'inlineCode');
        const name = seen(text);
        expect(code).toHaveLength(name === '' ? 0 : 1);
        if (name !== '') expect(withoutBreaks(textOf(root))).toBe(`${withoutBreaks(name)} 0.31`);
        expect([...typesOf(root)].sort()).toEqual(
          ['paragraph', 'root', 'strong', 'text', ...(name === '' ? [] : ['inlineCode'])].sort(),
        );
        isInert(span, LIVE_IN_RAW);
      }),
      { ...RUNS, examples },
    );
  });
});

describe('cells', () => {
  test.each([
    { of: 'code', render: (name: string) => renderCodeCell(name, 10_000), empty: '(empty)' },
    { of: 'text', render: (name: string) => escapeCell(name), empty: '' },
  ])('of $of are exactly the intended ones', ({ render, empty }) => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (names) => {
        const rows = names.map((name) => `| ${render(name)} | 0.50 |`);
        const root = parseGfm(['| case | head |', '| :- | -: |', ...rows].join('\n'));
        const cells = nodesOf(root).filter((node): node is TableCell => node.type === 'tableCell');
        expect(root.children).toHaveLength(1);
        expect(cells.map((cell) => withoutBreaks(textOf(cell)))).toEqual([
          'case',
          'head',
          ...names.flatMap((name) => [withoutBreaks(seen(name)) || empty, '0.50']),
        ]);
        expect(htmlOf(root).filter((html) => !/^<(?:\/?(?:span|code)|wbr)>$/.test(html))).toEqual([]);
        for (const plain of plainTextsOf(root)) isInert(plain, LINKED_BY_MARKDOWN);
      }),
      RUNS,
    );
  });

  test('let long words wrap; a name is copied unchanged', () => {
    expect(renderCodeCell('refundAfter45Days-<partial>')).toBe(
      '<code>refundAfter45Days-<wbr>&lt;partial&gt;</code>',
    );
    expect(escapeCell('Rückerstattungsrichtlinie, bitte')).toBe('Rückerstattungsric\u200bhtlinie, bitte');
  });

  test('say a pipe as a numeric reference', () => {
    expect(renderCodeCell('a|b\\|c')).toBe('<code>a&#124;b&#92;&#124;c</code>');
  });
});

describe('renderFence', () => {
  test('is one block of code with the whole text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const root = parseGfm(`<details><summary>x</summary>\n\n${renderFence(text)}\n\n</details>`);
        const [opening, code, closing, ...more] = root.children as Nodes[];
        expect(more).toEqual([]);
        expect([opening?.type, code?.type, closing?.type]).toEqual(['html', 'code', 'html']);
        expect(code?.type === 'code' && code.lang).toBeNull();
        const value = code?.type === 'code' ? code.value : '';
        expect(withoutBreaks(value)).toBe(withoutBreaks(revealInvisible(text).replace(/\n+$/, '')));
        isInert(value, LIVE_IN_RAW);
      }),
      RUNS,
    );
  });

  test('is longer than the longest run inside', () => {
    expect(renderFence('a\n`````\nb')).toBe('``````\na\n`````\nb\n``````');
  });
});
