import { markdownTable } from 'markdown-table';
import type { PlainRule } from './plain-rules.js';
import type { CellResult, GroupRows, Row } from './run-cell.js';
import { isMet, listMisses, MOST_EXTRA, renderAim, renderShare } from './targets.js';

export const COMMAND = 'node --import ./test/support/typescript-hooks.mjs bench/gate-simulation/main.ts';

const PLAIN: readonly (readonly [PlainRule, string])[] = [
  ['meanLower', 'mean lower'],
  ['dropOver2', 'drop > 0.02'],
  ['pairedT', 'paired t, 5 %'],
  ['anyCase30', 'any case −0.3'],
];
const RULES = ['mean', 'spread', 'statements', 'case'] as const;

/** The page: what is simulated, what is aimed at and reached, and every cell. The same results give the same text. */
export function renderPage({ groups }: { readonly groups: readonly GroupRows[] }): string {
  const all = groups.flatMap(({ rows }) => rows);
  const misses = listMisses(all);
  return `${[
    '# How often the gate is right: a simulation',
    `Written by \`${COMMAND}\`; the seeds are fixed, so the same code writes the same page. The rules were tuned on other seeds.`,
    renderMethod(all),
    ...groups.flatMap(({ group, rows }) => [
      `## ${group.title}`,
      group.text,
      renderRows(rows),
      'By rule, and beside it what plain rules say to the same data (first model, 3 base samples):',
      renderRules(rows),
    ]),
    '## What was missed',
    misses.length === 0 ? 'Nothing: every aim is met.' : misses.map((line) => `- ${line}`).join('\n'),
  ].join('\n\n')}\n`;
}

function renderMethod(rows: readonly Row[]): string {
  const [plain] = rows.filter(({ cell }) => cell.label === 'nothing');
  const told = (plain?.results ?? [])
    .filter(({ baseSamples }) => baseSamples === 3)
    .map(({ deviation, baseMean }) => `${deviation.toFixed(3)} (mean score ${baseMean.toFixed(2)})`);
  const trials = plain?.results[0]?.trials ?? 0;
  const extra = (plain?.results ?? []).map(({ extraSamples }) => extraSamples.toFixed(2)).join(', ');
  return `Every trial is one pull request: a suite is made up, its agent answers, and this project's own comparison and gate decide with default settings, asking for more samples, for a second look of the judge and for a run of today's base as in a real run. There are two noise models, and aims count on both:

- **First**: 1 to 8 points a case, four usual wordings, now and then one that never comes again, points left out, sentences beside the point (a third of them the agent's habit, the same in every case), a judge whose slips partly come again. Two thirds of the cases are mastered. Repeated runs of one case: a standard deviation of ${told[0] ?? '–'}.
- **Second**: scores drawn straight, unevenly: most cases hardly vary, others by 0.3; what collapses goes on varying. ${told[1] ?? '–'}.

${trials} trials of each kind, fewer where one is of more cases or rounds. 50 cases and one scorer unless a line says otherwise. *3* and *5* are baseline samples a case. Beside a share stands its 95 % interval. Head samples beyond the first where nothing changed, a case: ${extra} (aim: at most ${MOST_EXTRA}).`;
}

function renderRows(rows: readonly Row[]): string {
  return table([
    ['what changed', 'first model, 3', 'first model, 5', 'second model, 3', 'second model, 5', 'aim'],
    ...rows.map(({ cell, results }) => [
      cell.label,
      ...results.map((result) => renderResult(result, cell.aim === null || isMet(result, cell.aim))),
      cell.aim === null ? '' : renderAim(cell.aim),
    ]),
  ]);
}

function renderResult(
  { share, interval: [low, high] }: Pick<CellResult, 'share' | 'interval'>,
  met: boolean,
): string {
  const told = `${renderShare(share)} (${renderShare(low)}–${renderShare(high)})`.replaceAll(' %–', '–');
  return met ? `**${told}**` : `**${told}** ✗`;
}

function renderRules(rows: readonly Row[]): string {
  return table([
    ['what changed', ...RULES, 'extra samples', ...PLAIN.map(([, name]) => name)],
    ...rows.flatMap(({ cell, results: [first] }) =>
      first === undefined
        ? []
        : [
            [
              cell.label,
              ...RULES.map((rule) => renderShare(first.byRule[rule])),
              first.extraSamples.toFixed(2),
              ...PLAIN.map(([rule]) => renderShare(first.plain[rule])),
            ],
          ],
    ),
  ]);
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  return markdownTable(rows, { align: head.map((_, index) => (index === 0 ? 'l' : 'r')) });
}
