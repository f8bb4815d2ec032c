import { markdownTable } from 'markdown-table';
import type { CellGroup } from './cells.js';
import type { PlainRule } from './plain-rules.js';
import { checkTargets, type Row, renderShare } from './targets.js';

export const COMMAND = 'node --import ./test/support/typescript-hooks.mjs bench/gate-simulation/main.ts';

const PLAIN: readonly (readonly [PlainRule, string])[] = [
  ['meanLower', 'mean lower'],
  ['dropOver2', 'drop > 0.02'],
  ['pairedT', 'paired t, 5 %'],
  ['anyCase30', 'any case −0.3'],
];

export type GroupRows = { readonly group: CellGroup; readonly rows: readonly Row[] };

/** The page: what is simulated, what is aimed at and reached, and every cell. The same results give the same text. */
export function renderPage(groups: readonly GroupRows[]): string {
  const all = groups.flatMap(({ rows }) => rows);
  return `${[
    '# How often the gate is right: a simulation',
    `Written by \`${COMMAND}\`; the seeds are fixed, so the same code writes the same page.`,
    renderMethod(all),
    '## Aims',
    'At 3 / 5 baseline samples a case and medium noise:',
    table([
      ['aim', 'reached', ''],
      ...checkTargets(all).map(({ target, reached, met }) => [target, reached, met ? 'met' : 'missed']),
    ]),
    ...groups.flatMap(({ group, rows }) => [`## ${group.title}`, group.text, renderRows(rows)]),
  ].join('\n\n')}\n`;
}

function renderMethod(rows: readonly Row[]): string {
  const deviations = (['low', 'medium', 'high'] as const).flatMap((noise) => {
    const cell = rows.find(
      (row) => row.cell.noise === noise && !row.cell.deterministic && row.cell.cases >= 50,
    );
    return cell === undefined
      ? []
      : `${noise} ${cell.results[0].deviation.toFixed(2)} (mean score ${cell.results[0].baseMean.toFixed(2)})`;
  });
  const trials = rows.map(({ cell }) => cell.trials);
  const [most, least] = [Math.max(...trials), Math.min(...trials)].map((count) =>
    count.toLocaleString('en-US'),
  );
  return `Every trial is one pull request: a suite is made up, its agent answers, a judge that errs gives verdicts, and this project's own comparison and gate decide with default settings, asking for more samples and for a second look of the judge as in a real run.

- **A case** has 1 to 8 points to make. Two thirds of the cases are mastered: every point is relevant, and most samples score exactly 1. In the others each point may be irrelevant or unsure. Scores are discrete: verdicts over statements.
- **Answers vary**: four usual wordings a case, used unequally often; now and then one that never comes again; a point left out, a sentence beside the point.
- **The judge slips** on a statement with some probability; half of the slips come again whenever it is asked. The same statement has the same verdict on both sides.
- **Noise** is named for the standard deviation of repeated runs of one case, pooled over the cases: ${deviations.join(', ')}.

*fails* is the share of trials in which the gate fails, with 3 and with 5 baseline samples a case; *extra* is the number of head samples a case beyond the first, on average. The plain rules look at the same data (the mean of 3 baseline samples, the first head sample): the mean is lower at all; it fell by more than 0.02; a paired t-test at 5 %, one-sided; any case fell by 0.3 or more. A share is of ${most} trials where nothing changed, of ${least} elsewhere.`;
}

function renderRows(rows: readonly Row[]): string {
  return table([
    [
      'what changed',
      'noise',
      'cases',
      'fails, 3',
      'fails, 5',
      'extra, 3',
      'extra, 5',
      ...PLAIN.map(([, name]) => name),
    ],
    ...rows.map(({ cell, results: [three, five] }) => [
      cell.label,
      cell.noise,
      String(cell.cases),
      `**${renderShare(three.fails)}**`,
      `**${renderShare(five.fails)}**`,
      three.extraSamples.toFixed(2),
      five.extraSamples.toFixed(2),
      ...PLAIN.map(([rule]) => renderShare(three.plain[rule])),
    ]),
  ]);
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const align = head.map((_, index) => (head.length > 3 && index > 1 ? 'r' : 'l'));
  return markdownTable(rows, { align });
}
