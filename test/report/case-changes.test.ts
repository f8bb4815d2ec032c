import { expect, test } from 'vitest';
import { buildAnnotations } from '../../src/report/annotations.js';
import {
  nameByQuestion,
  nameOfChange,
  renderStatementCounts,
  sharedChanges,
  sortCaseChanges,
  whyOfChange,
} from '../../src/report/case-changes.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { renderConsole } from '../../src/report/console.js';
import { tellPair } from '../../src/report/told-case.js';
import { wordsFor } from '../../src/scorers/measure-words.js';
import {
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
  SCORER,
} from '../support/records.js';

const DEEPER = createPairedCase('deeper', { baseScores: [100], headScores: [0] });
const BROKEN = createPairedCase('broken', { baseScores: [90], headScores: [20], headCaseScores: [20, 10] });
const SLIPPED = createPairedCase('slipped', { baseScores: [90, 80], headScores: [20], headCaseScores: [85] });
const comparison = createComparison({ pairs: [SLIPPED, DEEPER, BROKEN] });
const line = 'One case broke: `broken` 0.90 → 0.20 in 3 of 3 runs.';
const fails = createDecision({
  outcome: 'fail',
  because: ['regression'],
  blocking: true,
  headline: line,
  findings: [{ rule: 'case', outcome: 'fails', line, cases: ['broken'] }],
});

test('what the gate calls broken comes first, then the largest fall', () => {
  const ids = (decision: typeof fails) => sortCaseChanges(comparison, decision).lower.map(({ id }) => id);
  expect(ids(fails)).toEqual(['broken', 'deeper', 'slipped']);
  const warns = createDecision({ findings: [{ rule: 'case', outcome: 'warns', line, cases: ['broken'] }] });
  expect(ids(warns)).toEqual(['deeper', 'broken', 'slipped']);
});

test('a case that was asked again says in how many runs it lay low', () => {
  const figuresOf = (pair: typeof BROKEN) =>
    tellPair(pair, wordsFor({ id: SCORER, higherIsBetter: true })).figures;
  expect(figuresOf(DEEPER)).toBe('1.00 → 0.00 (−1.00)');
  expect(figuresOf(BROKEN)).toBe('0.90 → 0.20 (−0.70), lower in 3 of 3 runs');
  expect(figuresOf(SLIPPED)).toBe('0.85 → 0.20 (−0.65), lower in 1 of 2 runs');
});

test('comment, annotations and console begin with the broken case', () => {
  const report = createReport({ suites: [createSuiteReport({ decision: fails, comparison })] });
  const comment = renderComment(report, { marker: '<!-- x -->' });
  expect(comment).toContain('**`broken` 0.90 → 0.20 (−0.70), lower in 3 of 3 runs**');
  expect(comment.indexOf('broken` 0.90')).toBeLessThan(comment.indexOf('deeper` 1.00'));
  expect(buildAnnotations(report)[1]).toMatchObject({
    title: 'support: broken',
    message: '0.90 → 0.20 (−0.70), lower in 3 of 3 runs',
  });
  const lines = renderConsole(report, { color: false }).split('\n');
  const at = (id: string) => lines.findIndex((text) => text.trim().startsWith(id));
  expect(at('broken')).toBeLessThan(at('deeper'));
});

test('of what is lost the missing point is told, of a loss that several cases share where it is the same in all', () => {
  const lost = (missing: string) =>
    createStatementChange({ kind: 'lost', text: 'Call 555 on Monday.', reason: missing });
  expect([lost('The <b>day</b>.'), lost('')].map(whyOfChange)).toEqual(['missing: The <b>day</b>.', '']);
  const shared = (...missing: readonly string[]) =>
    sharedChanges(
      missing.map((each, index) => createPairedCase(`case ${index}`, { statements: [lost(each)] })),
      { wordings: new Map(), pairs: [] },
    ).map(({ change }) => whyOfChange(change));
  expect(shared('The day.', 'The day.')).toEqual(['missing: The day.']);
  expect(shared('The day.', 'The number.')).toEqual(['']);
});

test('what cases share in nearly the same words is one line that says so, in comment and console', () => {
  const texts = [
    'For 5.00 a month, our Plus plan gives you 20% off sending and 6 days in the locker.',
    'Our Plus plan costs 5.00 a month and gives you 20% off sending and 6 days in the locker.',
    'Our Plus plan costs 5.00 a month, and gives you 20% off sending and 6 days in the locker!',
    'Hamsters sleep by day.',
  ];
  const pairs = texts.map((text, index) =>
    createPairedCase(`c${index}`, {
      headScores: [50],
      statements: [createStatementChange({ text, reason: 'Not asked.' })],
    }),
  );
  const report = createReport({ suites: [createSuiteReport({ comparison: createComparison({ pairs }) })] });
  const comment = renderComment(report, { marker: '<!-- x -->' });
  expect(comment).toContain(
    `- 🔴 **Newly irrelevant in 3 cases, in these or nearly the same words**: “${texts[1]}” — Not asked.\\\n  \`c0\`, \`c1\` and \`c2\``,
  );
  expect(comment.split('- Above, in several cases: 1 newly irrelevant.')).toHaveLength(4);
  expect(comment.split('Plus plan')).toHaveLength(2);
  expect(renderConsole(report, { color: false })).toContain(
    `newly irrelevant in 3 cases, in these or nearly the same words: “${texts[1]}”`,
  );
});

test('a case that says it instead of another irrelevant statement is counted beside those to which it is new', () => {
  const text = 'Buy now!';
  const swapped = (otherText: string) =>
    createStatementChange({
      ...{ kind: 'still-irrelevant', text, otherText, alignment: 'reworded' },
      base: { runs: 3, of: 3 },
    });
  const pairs = [
    createStatementChange({ text }),
    createStatementChange({ text }),
    swapped('Hamsters sleep by day.'),
    swapped('Buy now'),
  ].map((change, index) => createPairedCase(`c${index}`, { statements: [change] }));
  const report = createReport({ suites: [createSuiteReport({ comparison: createComparison({ pairs }) })] });
  const told = 'ewly irrelevant in 2 cases, and in 1 more instead of another irrelevant statement';
  expect(renderComment(report, { marker: '<!-- x -->' })).toContain(`- 🔴 **N${told}**: “${text}”`);
  expect(renderConsole(report, { color: false })).toContain(`n${told}: “${text}”`);
});

test('what was looked for by words alone claims no more than that', () => {
  const base = { runs: 3, of: 3 };
  const changes = [
    createStatementChange({ text: 'Buy now!' }),
    createStatementChange({ text: 'Our cat is asleep.', wordsOnly: true }),
    createStatementChange({ kind: 'lost', text: 'Ships on Monday.', base }),
    createStatementChange({ kind: 'lost', text: 'Returns are free.', base, wordsOnly: true }),
    createStatementChange({ kind: 'no-longer-irrelevant', text: 'We like tea.', base }),
    createStatementChange({ kind: 'no-longer-irrelevant', text: 'We like jam.', base, wordsOnly: true }),
    createStatementChange({ kind: 'stray', text: 'It rains.', head: { runs: 1, of: 3 } }),
    createStatementChange({ kind: 'stray', text: 'It snows.' }),
  ];
  const names = [
    'newly irrelevant',
    'irrelevant and not in these words at base',
    'lost',
    'not found in these words',
    'no longer irrelevant',
    'irrelevant at base and no longer in these words',
    'irrelevant now and then',
    'irrelevant, as now and then without a change',
  ];
  const items = { one: 'statement', many: 'statements', bad: 'irrelevant' };
  expect(changes.map((change) => nameOfChange(change, items))).toEqual(names);
  const pair = createPairedCase('a', { headScores: [50], statements: changes });
  expect(renderStatementCounts([pair], items)).toEqual([
    `Statements: ${names
      .slice(0, 6)
      .map((name) => `1 ${name}`)
      .join(', ')}.`,
  ]);
  const suites = [createSuiteReport({ comparison: createComparison({ pairs: [pair] }) })];
  const comment = renderComment(createReport({ suites }), { marker: '<!-- x -->' });
  expect(comment).toContain('- 🟠 **Not found in these words**: “Returns are free.”');
  expect(comment).toContain('- ⚪ **Irrelevant now and then** (in 1 of 3 runs): “It rains.”');
  const told = renderConsole(createReport({ suites }), { color: false });
  expect(told).toContain('    not found in these words: “Returns are free.”');
  expect(told).toContain('    irrelevant now and then (in 1 of 3 runs): “It rains.”');
});

test('the console tells what only some runs say where the score moved, and not where it stayed', () => {
  const statements = [createStatementChange({ kind: 'stray', text: 'It rains.', head: { runs: 1, of: 3 } })];
  const told = (headScores: number[]) => {
    const pairs = [createPairedCase('a', { headScores, statements })];
    const suites = [createSuiteReport({ comparison: createComparison({ pairs }) })];
    return renderConsole(createReport({ suites }), { color: false }).includes('It rains.');
  };
  expect([told([90, 60, 90]), told([90, 90, 90])]).toEqual([true, false]);
});

test('a sentence calls a case that nobody gave an id by its question, and no other', () => {
  const made = '0123456789abcdef';
  const rows = [
    { id: made, input: 'Is the `beta` free,\nand for how long may I go on using it, please?' },
    { id: 'given', input: 'Anything' },
    { id: 'fedcba9876543210', input: '' },
  ];
  const named = nameByQuestion(rows);
  expect(
    named?.(`One case broke: \`${made}\`; \`given\`, \`fedcba9876543210\` and \`1111111111111111\` held.`),
  ).toBe(
    "One case broke: `“Is the 'beta' free, and for how long may I go …”`; `given`, `fedcba9876543210` and `1111111111111111` held.",
  );
  expect(nameByQuestion(rows.slice(1))).toBeNull();
});
