import { describe, expect, it } from 'vitest';
import { COVERAGE_FORMAT, COVERAGE_VERSION, type Coverage } from '../../../src/model/coverage.js';
import { renderCoveragePage } from '../../../src/report/coverage/render-coverage-page.js';
import { renderCoverageSummary } from '../../../src/report/coverage/render-coverage-summary.js';
import { renderCoverageText } from '../../../src/report/coverage/render-coverage-text.js';

const TEXT = `You are the support agent of Lumen.

# Orders

- Name the day of delivery.
- Mention <b>Lumen Plus</b>.

Be short.
`;

const FILES = [{ path: 'prompts/support.md', text: TEXT }];

const COVERAGE: Coverage = {
  format: COVERAGE_FORMAT,
  version: COVERAGE_VERSION,
  suite: 'support',
  createdAt: '2026-11-27T12:00:00.000Z',
  files: [{ path: 'prompts/support.md', hash: 'abc' }],
  cases: 300,
  all: false,
  blocks: [
    {
      path: 'prompts/support.md',
      lines: { first: 1, last: 1 },
      text: 'You are the support agent of Lumen.',
      state: 'noticed',
      asked: 5,
      noticedBy: [{ caseId: 'hello', effect: 'breaks', text: '' }],
    },
    {
      path: 'prompts/support.md',
      lines: { first: 3, last: 5 },
      text: '# Orders\n\n- Name the day of delivery.',
      state: 'noticed',
      asked: 10,
      noticedBy: [{ caseId: 'late', effect: 'lost-fact', text: 'It comes on <Monday>.' }],
    },
    {
      path: 'prompts/support.md',
      lines: { first: 6, last: 6 },
      text: '- Mention <b>Lumen Plus</b>.',
      state: 'unnoticed',
      asked: 30,
      noticedBy: [],
    },
    {
      path: 'prompts/support.md',
      lines: { first: 8, last: 8 },
      text: 'Be short.',
      state: 'unfinished',
      asked: 10,
      noticedBy: [],
    },
  ],
  placebo: { edit: 'heading-renamed', path: 'prompts/support.md', line: 3, asked: 30, noticedBy: [] },
  unscored: null,
  calls: 212,
};

describe('renderCoverageText', () => {
  it('shows the prompt with a mark and the number of cases per line', () => {
    expect(renderCoverageText(COVERAGE, FILES, { color: false })).toMatchInlineSnapshot(`
      "prompts/support.md
         1 ✓1  You are the support agent of Lumen.
         2
         3 ✓1  # Orders
         4
         5 ✓1  - Name the day of delivery.
         6 ✗   - Mention <b>Lumen Plus</b>.
         7
         8 ?   Be short.

      support: 2 of 3 blocks noticed (67%), 1 not finished
        ✗ prompts/support.md line 6: no case notices it (asked: 30 nearest of 300 cases)
        ? prompts/support.md line 8: not finished: 10 of 300 cases asked, none of them notices it
      A harmless edit (a heading renamed in prompts/support.md line 3) is noticed by 0 of 30 cases.
      Every block asked the nearest of 300 cases, until one noticed it. 212 calls.
      "
    `);
  });

  it('a whole map, asked of every case, is a share', () => {
    const blocks = COVERAGE.blocks.slice(0, 3).map((block) => ({ ...block, asked: 300 }));
    const text = renderCoverageText({ ...COVERAGE, all: true, blocks, placebo: null }, FILES, {
      color: false,
    });
    expect(text.split('\n').slice(-5)).toMatchInlineSnapshot(`
      [
        "support: 2 of 3 blocks noticed (67%)",
        "  ✗ prompts/support.md line 6: no case notices it (asked: 300 cases)",
        "No harmless edit was possible, so it is unknown how much any edit changes the answers.",
        "Every block asked all 300 cases. 212 calls.",
        "",
      ]
    `);
  });
});

describe('renderCoveragePage', () => {
  it('shows each stretch with its cases, and no markup of the prompt', async () => {
    const page = renderCoveragePage(COVERAGE, FILES);
    expect(page).not.toContain('<b>Lumen');
    expect(page).not.toContain('<Monday>');
    await expect(page).toMatchFileSnapshot('coverage-page.html.txt');
  });
});

describe('renderCoverageSummary', () => {
  it('is one screen: the figure, what no case notices, and the harmless edit', async () => {
    await expect(renderCoverageSummary([COVERAGE])).toMatchFileSnapshot('./coverage-summary.md');
  });

  it('escapes the text of the prompt, paths and names', () => {
    const [block] = COVERAGE.blocks;
    if (block === undefined) throw new Error('no block');
    const text = '- <img src=x> | @acme `a` [b](http://c.d) #1\n\n```';
    const path = 'prompts/<b>|`.md';
    const summary = renderCoverageSummary([
      { ...COVERAGE, suite: '<i>@me', blocks: [{ ...block, state: 'unnoticed', text, path, noticedBy: [] }] },
    ]);
    expect(summary).not.toMatch(/<img|<b>|<i>|@acme|@me|(?<!\\)\]\(|http:\/\//);
    expect(summary.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(3);
  });

  it('lists 20 paragraphs, and says how many more there are', () => {
    const blocks = Array.from({ length: 23 }, (_each, at) => ({
      path: 'p.md',
      lines: { first: at + 1, last: at + 1 },
      text: 'Be kind.',
      state: 'unnoticed' as const,
      asked: 30,
      noticedBy: [],
    }));
    const summary = renderCoverageSummary([{ ...COVERAGE, blocks }]);
    expect(summary).toContain('line 20');
    expect(summary).not.toContain('line 21');
    expect(summary).toContain('… 3 more on the page');
  });

  it('says so if every paragraph is noticed, and only of a whole map', () => {
    const noticed = COVERAGE.blocks.filter(({ state }) => state === 'noticed');
    const open = COVERAGE.blocks.filter(({ state }) => state !== 'unnoticed');
    const sentence = 'Every paragraph is noticed by a case.';
    expect(renderCoverageSummary([{ ...COVERAGE, blocks: noticed }])).toContain(sentence);
    expect(renderCoverageSummary([{ ...COVERAGE, blocks: open }])).not.toContain(sentence);
  });
});
