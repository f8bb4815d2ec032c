import { findStale } from '../dataset/labels-file.js';
import { exitCodeOf, type Standing } from '../decide/gate/exit-code.js';
import { type JudgedLabel, type MeasuredAgreement, measureAgreement } from '../judging/agreement.js';
import { checkJudge, planJudgeCheck } from '../judging/check-judge.js';
import type { Effects } from '../ports/effects.js';
import { UserError } from '../ports/errors.js';
import type { RunRecord } from '../ports/run-record.js';
import type { ReadySuite } from '../ports/suite-run.js';
import {
  agreesEnough,
  type LabelledStatement,
  LEAST_LABELS,
  type TeamLabel,
  type TeamLabels,
} from '../ports/team-labels.js';
import { VERDICT_LABELS, type VerdictLabel } from '../ports/verdict.js';
import { consoleLine, countedRest, shortened } from '../report/console-text.js';
import { renderFirst } from '../report/figures.js';
import { openSuiteJudging } from '../session/open-suite-judging.js';
import type { Overrides } from '../settings/overrides.js';
import { counted, grouped } from '../text/counts.js';
import { readLastRun } from './given-records.js';
import { listCandidates } from './label-candidates.js';
import { withLocalEffects } from './local-session.js';
import { type Local, openLocal, prepareLocal, readStored } from './open-local.js';
import type { Terminal } from './terminal.js';

const MOST_MISSES = 20;
const MOST_LINES = 10;

/**
 * `judge-check`: asks the judge what it says of the statements that the team has labelled, and tells where they differ.
 * Resolves with the exit code: 0 measured, 1 below `min-agreement`, 3 where else not all could be measured. Throws `UserError`.
 */
export async function runJudgeCheck(overrides: Overrides, terminal: Terminal): Promise<number> {
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const suites = local.sides.settings.suites.filter(({ labels }) => labels !== null);
  if (suites.length === 0) {
    throw new UserError(
      'judge-check: no suite has labels; name their file as `labels` in the config file, and let `prompt-regression label` fill it',
    );
  }
  const runs = await prepareLocal(local, suites);
  const checked = await withLocalEffects(
    local,
    'judge-check',
    async (effects) => {
      const all: Checked[] = [];
      for (const run of runs) all.push(await checkSuite(run, local, effects));
      for (const { suite } of runs) effects.journals.finish(suite.name);
      return all;
    },
    { suites },
  );
  const { verbose = false } = overrides;
  // Where only some suites are read, the others may ask what a label is of.
  const known = overrides.suites === undefined ? runs : null;
  local.print(checked.map((each) => renderCheck(each, { verbose, runs: known })).join('\n'));
  return exitCodeOf({ kind: 'told', suites: checked.map(standingOf) });
}

/** A label beside what the judge says. */
type Judged = {
  readonly label: TeamLabel;
  readonly said: LabelledStatement;
  readonly verdict: VerdictLabel;
  readonly reason: string;
};

type Checked = {
  readonly run: ReadySuite;
  /** The suite's, with what is known of those that are a key alone. */
  readonly labels: TeamLabels;
  readonly judge: string;
  readonly judged: readonly Judged[];
  /** Labels that the judge gave no verdict on. */
  readonly missed: number;
};

async function checkSuite(run: ReadySuite, local: Local, effects: Effects): Promise<Checked> {
  const { suite } = run;
  await using journal = await effects.journals.open(suite);
  await using judging = await openSuiteJudging(suite, run, effects, journal);
  const known = await readStored(local, suite.name);
  if (known !== null) judging.learn(known);
  const last = await readLastRun('judge-check', local.folder, suite.name);
  const labels = withStatements(run.labels, [known, last.record], run);
  const planned = planJudgeCheck({ ...judging, labels }, [known], null);
  const check = planned === null ? null : await checkJudge(planned, effects);
  const judged = (check?.verdicts ?? []).flatMap(({ labelKey, result, reason }): Judged[] => {
    const label = labels.get(labelKey);
    return label?.said ? [{ label, said: label.said, verdict: result, reason }] : [];
  });
  const texts = [...labels.values()].filter(({ said }) => said !== null).length;
  return { run, labels, judge: judging.fingerprint.name, judged, missed: texts - judged.length };
}

/** Of a label that is a key alone, what it is about: a run that said it knows. */
export function withStatements(
  labels: TeamLabels,
  records: readonly (RunRecord | null)[],
  run: ReadySuite,
): TeamLabels {
  const found = new Map(
    records.flatMap((record) =>
      record?.text === 'full' ? listCandidates(record, run).map(({ key, said }) => [key, said] as const) : [],
    ),
  );
  return new Map(
    [...labels].map(([key, label]) => [key, { ...label, said: label.said ?? found.get(key) ?? null }]),
  );
}

function standingOf(checked: Checked): Standing {
  if (checked.missed > 0) return 'error';
  return isEnough(checked) === false ? 'failure' : 'success';
}

/** `null` where the suite asks nothing of its judge, or the labels say too little. */
function isEnough({ run: { suite }, judged }: Checked): boolean | null {
  const { minAgreement: minimum } = suite;
  const agreed = judged.filter(isAgreed).length;
  return minimum === null ? null : agreesEnough({ agreed, of: judged.length, minimum });
}

function isAgreed({ label: { label }, verdict }: Judged): boolean {
  return label === verdict;
}

function renderCheck(
  checked: Checked,
  { verbose, runs }: { readonly verbose: boolean; readonly runs: readonly ReadySuite[] | null },
): string {
  const { run, labels, judge, judged, missed } = checked;
  const { suite } = run;
  const misses = judged.filter((each) => !isAgreed(each));
  const pairs = judged.map(({ label: { label }, verdict }): JudgedLabel => ({ label, verdict }));
  const measured = measureAgreement(pairs);
  const shown = verbose ? misses : misses.slice(0, MOST_MISSES);
  const path = suite.labels ?? '';
  if (labels.size === 0)
    return `${consoleLine(suite.name)}: ${path} has no label yet; \`prompt-regression label\` fills it after a run\n`;
  const lines = [
    `${consoleLine(suite.name)}: ${consoleLine(judge)} agrees with ${grouped(judged.length - misses.length)} of ${counted(judged.length, 'label')}${renderKappa(measured)}`,
    ...(judged.length === 0
      ? []
      : [
          `  by kind: ${renderGroups(judged, ({ said }) => kindOf(said))}`,
          `  labelled: ${renderLabels(measured)}`,
        ]),
    ...renderMinimum(checked),
    ...(misses.length === 0 ? [] : ['  where they differ:']),
    ...shown.flatMap((each) => renderMiss(each, path)),
    ...countedRest(misses.length - shown.length, 'more label', 'where they differ; --verbose lists all'),
    ...(missed === 0 ? [] : [`  ${counted(missed, 'label')} could not be measured: see above`]),
    ...(runs === null ? [] : tellStale(run, runs).map((line) => `  ${line}`)),
    ...tellBare(labels, path).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Of few labels, or where all are one, kappa says nothing. */
function renderKappa({ statements, kappa, kappaMargin, kappaOfTwo }: MeasuredAgreement): string {
  if (statements < LEAST_LABELS || kappa === null || kappaMargin === null) return '';
  const two = kappaOfTwo === null ? '' : `; relevant against not ${kappaOfTwo.toFixed(2)}`;
  return ` (Cohen's κ ${kappa.toFixed(2)} ± ${kappaMargin.toFixed(2)}${two})`;
}

function renderGroups(judged: readonly Judged[], groupOf: (judged: Judged) => string): string {
  const groups = [...Map.groupBy(judged, groupOf)].toSorted(([, a], [, b]) => b.length - a.length);
  return groups
    .map(([name, all]) => `${name} ${grouped(all.filter(isAgreed).length)} of ${grouped(all.length)}`)
    .join(', ');
}

function renderLabels({ confusion }: MeasuredAgreement): string {
  return VERDICT_LABELS.flatMap((label) => {
    const row = confusion[label];
    const all = row.yes + row.unsure + row.no;
    return all === 0 ? [] : [`${label} ${grouped(row[label])} of ${grouped(all)}`];
  }).join(', ');
}

/** What of an answer a statement is. */
function kindOf({ statement, quote, isCall }: LabelledStatement): string {
  if (isCall) return 'tool calls';
  if (/^\s*(?:```|~~~)/.test(quote) || statement.includes('\n')) return 'code';
  if (/^\s*\|?[^\n]*\S\s*\|\s*\S/.test(quote)) return 'table rows';
  return /^\s*(?:[-*+•]|\d+[.)])\s/.test(quote) ? 'list items' : 'sentences';
}

function renderMinimum(checked: Checked): readonly string[] {
  const { minAgreement } = checked.run.suite;
  if (minAgreement === null) return [];
  const holds = isEnough(checked);
  if (holds === null) return [`  min-agreement ${minAgreement} counts from ${LEAST_LABELS} labels on.`];
  return [
    `  min-agreement ${minAgreement}: ${holds ? 'holds' : 'does not hold, so runs are inconclusive until the judge is another or labels are corrected'}.`,
  ];
}

function renderMiss({ label, said, verdict, reason }: Judged, path: string): readonly string[] {
  return [
    `  - labelled ${label.label}, judged ${verdict}: “${shortened(said.statement)}”${reason === '' ? '' : ` — ${shortened(reason)}`}`,
    `      asked: ${shortened(said.input)} (${path}:${label.line})`,
  ];
}

/** `2 labels of evals/labels.jsonl (lines 2 and 5) are keys alone …`; nothing where what they are about is known. */
export function tellBare(labels: TeamLabels, path: string): readonly string[] {
  const bare = [...labels.values()].filter(({ said }) => said === null);
  if (bare.length === 0) return [];
  const [are, their] = bare.length === 1 ? ['is a key', 'its statement'] : ['are keys', 'their statements'];
  return [
    `${counted(bare.length, 'label')} of ${path} (${renderLines(bare)}) ${are} alone, and no run here has ${their}. Run the suite once. If this stays, the key is wrong, or nobody asks that any more.`,
  ];
}

/**
 * `3 labels of evals/labels.jsonl (lines 2, 5 and 9) are of what is asked no more …`; nothing where there are none.
 *
 * @param runs Suites that may share the file.
 */
export function tellStale({ labels, suite }: ReadySuite, runs: readonly ReadySuite[]): readonly string[] {
  const sharing = runs.filter((run) => run.suite.labels === suite.labels);
  const stale = findStale(
    labels,
    sharing.map(({ files }) => files),
  );
  if (stale.length === 0) return [];
  const [are, they] = stale.length === 1 ? ['is', 'it takes'] : ['are', 'they take'];
  return [
    `${counted(stale.length, 'label')} of ${suite.labels} (${renderLines(stale)}) ${are} of what is asked no more, since a task, an input or a conversation changed: ${they} no verdict's place, and still measure${stale.length === 1 ? 's' : ''} the judge.`,
  ];
}

function renderLines(labels: readonly TeamLabel[]): string {
  return `${labels.length === 1 ? 'line' : 'lines'} ${renderFirst(labels, MOST_LINES, ({ line }) => String(line))}`;
}
