import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.js';
import { hostileText, UNSEEN } from './hostile-text.js';
import { createRecordedReport } from './recorded-report.js';
import { REPORTS } from './reports.js';

const PAGE = renderHtml(createRecordedReport(4));

/** Texts between two pieces of markup, in order. */
function between(start: string, end: string, page: string = PAGE): string[] {
  return page
    .split(start)
    .slice(1)
    .map((part) => part.split(end)[0] ?? '');
}

describe('the page', () => {
  test('allows its own style and script by their hashes, and nothing else', () => {
    const [policy = ''] = between('http-equiv="Content-Security-Policy" content="', '"');
    const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashOf(between('<style>', '</style>')[0])}`,
      `script-src ${hashOf(between('<script>', '</script>')[0])}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test('says what was decided, why, and how to go on', () => {
    const [heading = ''] = between('<h1', '</h1>');
    expect(heading).toContain('support: 1 of 4 answers gained an irrelevant sentence');
    expect(PAGE).toContain('<strong>Next:</strong> remove or narrow that line and push.');
    expect(PAGE).toMatch(/<strong>Probably from<\/strong> .*<code>\+ Mention Lamp Club\.<\/code>/);
  });

  test('compares score, tokens, cost and time', () => {
    const rows = between('<tr><th scope="row">', '</tr>').map((row) =>
      row.replace(/<[^>]*>/g, ' ').split(/ {2,}/),
    );
    expect(rows).toEqual([
      ['Mean relevancy', '1.00', '0.92', '−0.08 '],
      ['Tokens per answer', '412', '530', '+29% '],
      ['Cost of 1,000 answers', '1.20', '1.60', '+33% '],
      ['Median time per answer', '1.2 s', '1.9 s', '+58% '],
    ]);
  });

  test('has a dot and a fold per case, worst first', () => {
    const dots = between('<circle class="', '"');
    // A case with a possibly dropped fact is not unchanged.
    expect(dots.toSorted()).toEqual(['changed', 'same', 'same', 'worse']);
    const kinds = between('<details class="case" id="', '</summary>').map(
      (each) => /data-kind="(\w+)"/.exec(each)?.[1],
    );
    expect(kinds).toEqual(['worse', 'changed', 'same', 'same']);
  });

  test('a case has both answers, marked by verdict and change, with the reason, and all runs', () => {
    const [worst = '', dropped = ''] = between('<details class="case"', '</div></details>');
    expect(between('<td class="', '"', worst)).toEqual([
      'yes kept',
      'yes kept',
      'yes kept',
      'yes kept',
      'nothing',
      'no added',
    ]);
    expect(worst).toContain('<small dir="auto">Nobody asked.</small>');
    expect(worst).toContain('All runs: 3 on main, 3 on this PR');
    expect(worst).toContain('3 runs, the same answer · 0.67 · 1.9 s');
    expect(between('<td class="', '"', dropped)).toContain('yes dropped');
  });

  test('a case of several turns has the whole conversation', () => {
    const report = createRecordedReport(1);
    const turns = ['Is it <b>?', 'And then?'].map((input, index) => ({
      input,
      output: `No ${index}.`,
      toolCalls: [],
    }));
    for (const suite of report.suites) {
      const cases = suite.kind === 'evaluated' ? suite.head.cases : [];
      for (const { answer } of cases.flatMap(({ samples }) => samples)) Object.assign(answer, { turns });
    }
    expect(between('<pre dir="auto">', '</pre>', renderHtml(report))).toContain(
      'User: Is it &lt;b&gt;?\n\nAgent: No 0.\n\nUser: And then?\n\nAgent: No 1.',
    );
  });

  test.each(Object.entries(REPORTS))('of %s has its heading and every case', (_, build) => {
    const report = build();
    const page = renderHtml(report);
    expect(between('<h1', '</h1>', page)).toHaveLength(1);
    const shown = report.suites.flatMap((suite) =>
      suite.kind === 'evaluated'
        ? [...suite.comparison.pairs, ...suite.comparison.added, ...suite.comparison.edited]
        : [],
    );
    expect(between('<details class="case"', '>', page)).toHaveLength(shown.length);
  });
});

test('whatever foreign text says, the markup is the same and nothing acts unseen', () => {
  const tagsOf = (page: string) => page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').match(/<\/?[a-z]\w*/g);
  const plain = tagsOf(renderHtml(createRecordedReport(1, 'x')));
  fc.assert(
    fc.property(hostileText, (text) => {
      const page = renderHtml(createRecordedReport(1, text));
      expect(page).not.toMatch(UNSEEN);
      expect(tagsOf(page)?.filter((tag) => !plain?.includes(tag))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
