import fc from 'fast-check';
import type { Html, Root, TableCell } from 'mdast';
import { beforeAll, describe, expect, test } from 'vitest';
import { decideMistaken } from '../../../src/decide/gate/decision-table.js';
import type { PairedCase } from '../../../src/ports/comparison.js';
import type { Remedy } from '../../../src/ports/decision.js';
import type { Report } from '../../../src/ports/report.js';
import { renderComment } from '../../../src/report/comment/render-comment.js';
import { renderConsole } from '../../../src/report/console.js';
import { renderSummary } from '../../../src/report/summary.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../../support/records.js';
import { createForeignReport, FAIL } from '../foreign-report.js';
import { alive, HOSTILE_PIECES, hostileText, LIVE_IN_RAW, LIVE_IN_TEXT, UNSEEN } from '../hostile-text.js';
import { SCENARIOS } from '../scenarios.js';
import { codesOf, htmlOf, linksOf, nodesOf, parseGfm, plainTextsOf, textOf, typesOf } from '../tree.js';

const MARKER = '<!-- prompt-regression: ci/eval/support -->';

const OUR_HTML =
  /^(?:<\/?(?:span|code|sub)>|<br>|<\/details>|<details><summary>[\w ,;.]+<\/summary>|<!-- prompt-regression: ci\/eval\/support -->)$/;

const OUR_LINKS =
  /^(?:log|the job summary|[Rr]un it again|How to read this|the command line|prompt-regression)$/;

const OUR_NODES = new Set([
  ...['root', 'html', 'heading', 'paragraph', 'break', 'text', 'inlineCode', 'code', 'strong', 'emphasis'],
  ...['list', 'listItem', 'blockquote', 'table', 'tableRow', 'tableCell', 'link'],
]);

function render(report: Report, limitBytes?: number): string {
  return renderComment(
    report,
    limitBytes === undefined ? { marker: MARKER } : { marker: MARKER, limitBytes },
  );
}

function failing(pairs: readonly PairedCase[]): Report {
  return createReport({
    suites: [createSuiteReport({ decision: FAIL, comparison: createComparison({ pairs }) })],
  });
}

function expectInert(markdown: string): Root {
  const [marker, ...rest] = markdown.split('\n');
  expect(marker).toBe(MARKER);
  const root = parseGfm(rest.join('\n'));
  expect([...typesOf(root)].filter((type) => !OUR_NODES.has(type))).toEqual([]);
  expect(linksOf(root).filter((link) => !OUR_LINKS.test(link))).toEqual([]);
  const nodes = nodesOf(root);
  expect(nodes.filter((node) => node.type === 'listItem' && (node.checked ?? null) !== null)).toEqual([]);
  expect(nodes.filter((node) => node.type === 'code' && node.lang !== null)).toEqual([]);
  expect(alive(codesOf(root), LIVE_IN_RAW)).toEqual([]);
  expect(htmlOf(root).filter((html) => !OUR_HTML.test(html))).toEqual([]);
  expect(alive(plainTextsOf(root), LIVE_IN_TEXT)).toEqual([]);
  expect(markdown).not.toMatch(UNSEEN);
  const folds = htmlOf(root).filter((html) => html.startsWith('<details'));
  expect(
    root.children.filter((node): node is Html => node.type === 'html' && node.value === '</details>'),
  ).toHaveLength(folds.length);
  return root;
}

describe('what now', () => {
  const none = (reason: 'new-prompt' | 'switched-off' | 'first' | 'broken-base') => {
    const decision = createDecision({ findings: [] });
    const baseline = { kind: 'none', reason } as const;
    return render(createReport({ suites: [createSuiteReport({ decision, baseline })] }));
  };

  test('nobody is told to store a baseline for a prompt that will have a base by itself', () => {
    const comment = none('new-prompt');
    expect(comment).toContain('once the prompt is merged');
    expect(comment).not.toContain('store a baseline');
    expect(none('switched-off')).toContain('store a baseline');
  });

  test('a run that stores its first baseline does not say that there is none', () => {
    expect(none('switched-off')).toContain('no baseline ·');
    expect(none('first')).not.toContain('no baseline ·');
  });

  const AGAIN = '[run it again](<https://github.example/runs/1>)';

  test.each<[Remedy, string]>([
    ['run-again', '[Run it again](<https://github.example/runs/1>).'],
    ['raise-limit', `Raise that limit, then ${AGAIN}.`],
    ['mend-agent', `First find out why the agent answers nothing, then ${AGAIN}.`],
    ['correct', 'Correct the cause. As it is, another run would end the same.'],
    [
      'give-cases',
      'Add a case that the scorer finds something to score in, or take the scorer out of `scorers`. As it is, another run would end the same.',
    ],
    ['mend-access', `Correct the key, its credit, the model or the address, then ${AGAIN}.`],
    [
      'change-judge',
      `Choose another judge, then ${AGAIN}. For a pull request it counts once it is on the base branch.`,
    ],
    [
      'store-baseline',
      'The baseline has to be stored again: a run on the base branch does that. ' +
        'Then [run it again](<https://github.example/runs/1>).',
    ],
    [
      'read-again',
      '[Run it again](<https://github.example/runs/1>). If it ends the same, the baseline has to be stored again: ' +
        'a run on the base branch does that.',
    ],
    ['ask-base', 'Set `baseline` to the name of the base branch: its agent is then asked these cases too.'],
    ['as-told', ''],
  ])('what helps is said, and a new run only where it may end otherwise: %s', (remedy, step) => {
    const decision = createDecision({ outcome: 'inconclusive', because: ['error'], passed: false, remedy });
    const suite = { kind: 'not-evaluated', suite: 'support', decision, notes: [] } as const;
    const report = createReport({ suites: [suite], homeUrl: null });
    expect(render(report).match(/\*\*What now\?\*\* (.*)/)?.[1] ?? '').toBe(step);
  });

  test('the command that stores a baseline is named on a machine alone', () => {
    const remedy = 'store-baseline';
    const decision = createDecision({ outcome: 'inconclusive', because: ['error'], passed: false, remedy });
    const report = createReport({
      suites: [{ kind: 'not-evaluated', suite: 'support', decision, notes: [] }],
    });
    expect(render(report)).not.toContain('`prompt-regression baseline`');
    expect(renderConsole(report, { color: false, next: 'on-a-machine' })).toContain(
      'on your machine, `prompt-regression baseline` does',
    );
  });

  test('of several suites the one that a remedy is for is named, unless it is for all', () => {
    const of = (suite: string, remedy: Remedy) => {
      const decision = createDecision({ outcome: 'inconclusive', because: ['error'], passed: false, remedy });
      return { kind: 'not-evaluated', suite, decision, notes: [] } as const;
    };
    const said = (...suites: ReturnType<typeof of>[]) =>
      render(createReport({ suites, homeUrl: null })).match(/\*\*What now\?\*\* (.*)/)?.[1];
    expect(said(of('one', 'raise-limit'), of('two', 'correct'))).toMatch(/one: Raise .* two: Correct /);
    expect(said(of('one', 'correct'), of('two', 'correct'))).toMatch(/^Correct /);
  });

  test.each([
    ['a fall', ['regression']],
    ['what needs a person', ['review']],
  ] as const)('nobody is told to run %s again: it was decided, and the same would be shown', (_, because) => {
    const decision = createDecision({ outcome: 'fail', because, blocking: true });
    const suite = { kind: 'unchanged', suite: 'support', decision, notes: [] } as const;
    const comment = render(createReport({ suites: [suite], acceptable: true }));
    expect(comment).toContain('**What now?** Correct it and push. If it is right as it is,');
    expect(comment).not.toMatch(/run it again/i);
  });

  test.each([
    [
      'a pull request',
      { pullRequest: { number: 7, headSha: 'c'.repeat(40), baseRef: 'main', fork: true as const } },
      'With `github-token` and `status: true`, the label `prompt-regression-accepted` can accept it',
    ],
    ['a branch', {}, '[How to read this]'],
  ])('what nobody can accept is to be corrected, in log, summary and comment: %s', (_, of, then) => {
    const decision = createDecision({ outcome: 'fail', because: ['regression'], blocking: true });
    const suite = { kind: 'unchanged', suite: 'support', decision, notes: [] } as const;
    const report = createReport({ suites: [suite], overall: decision, acceptable: false, ...of });
    expect(render(report)).toContain(`**What now?** Correct it and push. ${then}`);
    expect(renderSummary(report)).toContain('**What now?** Correct it and push. ');
    expect(renderConsole(report, { color: false })).toContain('What now? Correct it and push.');
  });

  test('what ended the run is said once and of no suite; of one that could not be evaluated beside others, of that', () => {
    const of = (suite: string) => {
      const decision = decideMistaken(['a.yml:4: unknown key `x`.']);
      return { kind: 'not-evaluated', suite, decision, notes: [] } as const;
    };
    const suites = [of('one'), of('two')];
    const ended = render(createReport({ suites, endedEarly: true }));
    expect(textOf(parseGfm(ended.split('\n')[1] ?? ''))).toMatch(/^⚠️ Not evaluated: a\.yml:\W?4: /);
    expect(ended).not.toMatch(/one|two/);
    const beside = render(createReport({ suites: [of('one'), createSuiteReport()] }));
    expect(beside).toMatch(/^### ⚠️ 1 of 2 suites is not evaluated$/m);
    expect(beside).toMatch(/^\| <code>one<\/code> \| ⚠️ not evaluated \|/m);
    expect(beside).toMatch(/^#### ⚠️ one: Not evaluated: /m);
  });

  test('where it fails, the changed lines of the prompt are in a fold, a few of each side', () => {
    const many = Array.from({ length: 30 }, (_, index) => `New ${index}.`);
    const changed = (before: string, after: string) =>
      render(
        createReport({ suites: [createSuiteReport({ decision: FAIL, changedPrompt: { before, after } })] }),
      );
    const said = changed('Same.\nOld <b>.\n', `${many.join('\n')}\nSame.\n`);
    expect(said).toMatch(
      /<summary>What changed in the prompt<\/summary>\n\n```\n- Old <b>\.\n\+ New 0\.\n(?:\+ New \d\.\n){7}\+ … and 22 more lines\n```/,
    );
    // Nobody has the program by reading this: `npx` would start whatever a registry has by its name.
    expect(said).toMatch(/To try it on your machine, use \[the command line\]\(<.*\/docs\/cli\.md>\)/);
    expect(said).not.toContain('npx');
    expect(changed('A.\nB.', 'B.\r\n\r\nA.')).toContain('Only the order or the spacing of its lines.');
  });

  test('a base that cannot be run has no baseline to store', () => {
    expect(none('broken-base')).not.toContain('stores a baseline');
  });
});

describe('foreign text in a comment', () => {
  test.each(HOSTILE_PIECES.map((piece) => [JSON.stringify(piece), piece]))('%s is inert', (_, piece) => {
    expectInert(render(createForeignReport(piece)));
    expectInert(render(createForeignReport(`a ${piece}b`)));
  });

  test('is inert in every mixture, and leaves the table its intended cells', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const root = expectInert(render(createForeignReport(text)));
        expect(root.children.filter((node) => node.type === 'table')).toHaveLength(1);
        const cells = nodesOf(root).filter((node): node is TableCell => node.type === 'tableCell');
        expect(cells.slice(0, 4).map(textOf)).toEqual(['case', 'base', 'head', 'Δ']);
        expect(cells).toHaveLength(4 * 4);
        expect(cells.slice(9, 12).map(textOf)).toEqual(['0.90', '0.10', '−0.80']);
      }),
      { numRuns: 60 },
    );
  });

  test('cannot repeat the comment’s own marker', () => {
    expect(render(createForeignReport(`${MARKER}\n${MARKER}`)).split(MARKER)).toHaveLength(2);
  });
});

describe('the scenarios', () => {
  test.each(Object.entries(SCENARIOS))('%s is plain GFM', (_, build) => {
    expectInert(render(build()));
  });
});

describe('a comment of limited size', () => {
  const nasty = [
    '|',
    '\\|',
    '\n',
    '```',
    '</details>',
    '<!--',
    MARKER,
    '@org/team',
    '#1',
    'owner/repo#1',
    '\u202e',
    '😀',
  ];
  const cases = (length: number) =>
    Array.from({ length }, (_, index) =>
      createPairedCase(`case-${index} ${nasty[index % nasty.length]}`, {
        input: `Question ${index} ${nasty.join(' ')}`,
        headScores: [index % 90],
        statements: [createStatementChange({ text: `Statement ${index} ${nasty.join(' ')}` })],
        baseAnswer: { status: 'answered', output: nasty.join('\n').repeat(20), toolCalls: [] },
        headAnswer: { status: 'answered', output: nasty.join('').repeat(40), toolCalls: [] },
      }),
    );
  let comment = '';
  beforeAll(() => {
    comment = render(failing(cases(5_000)));
  });

  test('fits 60,000 bytes with 5,000 cases, all of it inert', () => {
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(comment)).toBeGreaterThan(50_000);
    expectInert(comment);
  });

  test('counts in words what it leaves out, exactly', () => {
    const shown = comment.match(/^Asked: /gm)?.length ?? 0;
    const [, cases] = /([\d,]+) more cases/.exec(comment.slice(comment.lastIndexOf('\n*'))) ?? [];
    expect(Number(cases?.replace(',', '')) + shown).toBe(5_000);
    expect(comment).toMatch(/are left out here; \[the job summary\]\(<https:\S+>\) has them\.\*/);
  });

  test('shows the worst first', () => {
    const falls = [...comment.matchAll(/\(−(0\.\d\d)\)\*\*\\$/gm)].map(([, size]) => Number(size));
    expect(falls.length).toBeGreaterThan(10);
    expect(falls).toEqual(falls.toSorted((a, b) => b - a));
  });

  test.each([400, 1_000, 2_000, 5_000, 20_000])('fits %i bytes', (limitBytes) => {
    const short = render(failing(cases(200)), limitBytes);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(limitBytes);
    expect(short).toContain('left out');
    expectInert(short);
  });

  test('a huge answer is shown by its beginning and pushes nothing else out', () => {
    const comment = render(
      failing([
        createPairedCase('huge', {
          headScores: [10],
          headAnswer: { status: 'answered', output: 'x'.repeat(90_000), toolCalls: [] },
        }),
        createPairedCase('small', { headScores: [20] }),
      ]),
    );
    expect(comment).toContain('first 1,500 of 90,000 characters');
    expect(comment).toContain('head answer of small');
    expect(comment).not.toContain('left out');
  });

  test('says one answer in the singular', () => {
    const headAnswer = { status: 'answered', output: 'x'.repeat(1_000), toolCalls: [] } as const;
    const report = failing([createPairedCase('only', { headScores: [10], headAnswer })]);
    const whole = Buffer.byteLength(render(report));
    expect(render(report, whole)).not.toContain('left out');
    const comment = render(report, whole - 1);
    expect(comment).toContain('*1 answer is left out here; ');
  });

  test('many suites, notes and findings cannot push it over', () => {
    const suites = Array.from({ length: 500 }, (_, index) =>
      createSuiteReport({
        suite: `suite-${index} ${'x'.repeat(200)}`,
        decision: FAIL,
        notes: Array(100).fill('n'.repeat(500)),
      }),
    );
    const comment = render(createReport({ suites }));
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(60_000);
    expect(comment).toContain('480 more suites');
  });
});

describe('what a comment says', () => {
  test('a pass without changes fits in six lines', () => {
    const lines = render(SCENARIOS['no-change']?.() ?? createReport())
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line !== '').length).toBeLessThanOrEqual(6);
  });

  test('shows no score where an error left nothing to rely on', () => {
    const comment = render(SCENARIOS['outage']?.() ?? createReport());
    expect(comment).not.toMatch(/\d\.\d\d/);
    // The commonest reason stands in the heading.
    expect(comment.match(/answered 503/g)).toHaveLength(1);
    expect(comment).toContain('- 2 cases: api.openai.com did not answer within 60 s');
  });

  test('counts in words, and shows no score, where the run was stopped', () => {
    const comment = render(SCENARIOS['stopped-early']?.() ?? createReport());
    expect(comment).not.toMatch(/\d\.\d\d/);
    expect(comment.match(/the budget of 40 calls/g)).toHaveLength(1);
    expect(comment).not.toContain('Without a score');
    expect(comment).toContain('Measured until then: 3 of 20 cases');
  });

  test('says once that a baseline is old, and once what that means', () => {
    const comment = render(SCENARIOS['stale-baseline']?.() ?? createReport());
    expect(comment).toMatch(
      /^> Old baseline: record of `bbbbbb1`, .*; the prompt has changed since, so a drop only warns/m,
    );
    expect(comment.match(/has changed since/g)).toHaveLength(1);
  });

  test('shows figures only folded, and no mean, where too little is left to decide on', () => {
    const comment = render(SCENARIOS['few-left']?.() ?? createReport());
    expect(comment.slice(0, comment.indexOf('<details>'))).not.toMatch(/\d\.\d\d/);
    expect(comment).not.toContain('mean of');
    expect(comment).toContain('refund-window');
  });

  test('counts in its mean the cases that it was made of', () => {
    const report = SCENARIOS['regression']?.() ?? createReport();
    const suites = report.suites.map((suite) => {
      const { mean } = suite.decision;
      return mean === null
        ? suite
        : { ...suite, decision: { ...suite.decision, mean: { ...mean, cases: 19 } } };
    });
    expect(render({ ...report, suites })).toContain('**mean of 19 cases**');
  });

  test('says of two suites that both pass', () => {
    const decision = createDecision({ outcome: 'pass' });
    const passing = (suite: string) => createSuiteReport({ suite, decision });
    const comment = render(createReport({ suites: [passing('support'), passing('sales')] }));
    expect(comment).toMatch(/^### ✅ Both suites pass$/m);
  });

  test('lists no longer answering cases before regressed ones', () => {
    const comment = render(SCENARIOS['regression']?.() ?? createReport());
    expect(comment.indexOf('No longer answers')).toBeLessThan(comment.indexOf('# Regressed'));
  });

  test('puts the worst suite first and leaves a quiet one its row', () => {
    const comment = render(SCENARIOS['two-suites']?.() ?? createReport());
    const cells = nodesOf(parseGfm(comment)).filter((node) => node.type === 'tableCell');
    expect(cells.slice(5, 8).map(textOf)).toEqual(['support', '❌ fail: regression', '0.91']);
    expect(comment).toContain('### ❌ 1 of 3 suites fails');
    expect(comment).not.toContain('triage:');
  });

  test('keeps new, removed and edited cases when regressed ones fill the comment', () => {
    const pairs = Array.from({ length: 2_000 }, (_, index) =>
      createPairedCase(`case-${index}`, { headScores: [10] }),
    );
    const comparison = createComparison({ pairs, added: [{ id: 'fresh', input: 'x', score: 90 }] });
    const comment = render(createReport({ suites: [createSuiteReport({ decision: FAIL, comparison })] }));
    expect(comment).toContain('- **New** (1): `fresh` 0.90');
    expect(comment).toContain('left out here');
  });

  test('an address that is none is not linked', () => {
    const comment = render(createReport({ runUrl: 'javascript:alert(1)' }));
    expect(comment).not.toContain('javascript');
  });

  test('what was spent counts the base’s run too', () => {
    const suite = createSuiteReport({
      spent: {
        target: { calls: 80, inputTokens: 1_000, outputTokens: 500 },
        judge: { calls: 20, inputTokens: 0, outputTokens: 0 },
        seconds: 75,
      },
    });
    expect(render(createReport({ suites: [suite] }))).toContain(
      '100 model calls · 1,500 tokens · 1 min 15 s',
    );
  });
});
