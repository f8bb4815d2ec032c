import type { Remedy } from '../../model/finding.js';
import { chooseLook, lacksBaseline } from '../../model/outcome.js';
import type { Report, SuiteReport } from '../../model/report.js';
import { capitalize, formatNumber, quoteAsCode, renderList } from '../../text/values.js';
import { reviewInShort } from '../notes/note.js';
import { isOutOfTime } from './alerts.js';
import type { ProbableLines } from './probable-lines.js';

/** What to fix, and what to do then. */
type Fix = { readonly fix: string; readonly after: 'push' | 're-run' | 'nothing' };

const REMEDIES: Readonly<Record<Remedy, Fix>> = {
  'run-again': { fix: '', after: 're-run' },
  'raise-limit': { fix: 'raise the limit', after: 'push' },
  'fix-agent': { fix: 'find out why the agent answers nothing', after: 'push' },
  'fix-files': { fix: 'fix this', after: 'push' },
  'add-cases': { fix: 'add a case that this scorer can score, or remove the scorer', after: 'nothing' },
  'fix-access': { fix: 'check the key, its credit, the model and the address', after: 're-run' },
  'fix-request': {
    fix: 'change what the provider refuses, or check the account and its credit',
    after: 're-run',
  },
  'change-judge': {
    fix: 'choose another judge; a new judge takes effect once it is merged',
    after: 'nothing',
  },
  'store-baseline': { fix: 'store the baseline again with a run on the base branch', after: 're-run' },
  'read-again': {
    fix: 're-run this job; if that does not help, store the baseline again with a run on the base branch',
    after: 'nothing',
  },
  'ask-base': {
    fix: 'set `baseline` to the base branch, so that its agent answers these cases too',
    after: 'nothing',
  },
  'see-cause': { fix: '', after: 'nothing' },
};

const AFTER_FIX = {
  push: '. A push starts the check by itself; otherwise re-run this job.',
  're-run': ', then re-run this job.',
  nothing: '.',
};

/** The remedy if nothing was decided, for a pull request; empty if the cause names it. */
function remedyOf(suite: SuiteReport, { isOverloaded }: { readonly isOverloaded: boolean }): string {
  const { remedy } = suite.decision;
  if (remedy === undefined || remedy === 'see-cause') return '';
  if (isOverloaded && isOutOfTime(suite)) {
    return 're-run this job when the provider is back. Nothing in this pull request needs to change.';
  }
  if (suite.callsNeeded !== undefined) {
    return `set \`max-calls\` to ${formatNumber(suite.callsNeeded)}, which is enough in any case, and push or re-run this job.`;
  }
  const { fix, after } = REMEDIES[remedy];
  return fix === ''
    ? 're-run this job. Nothing in this pull request needs to change.'
    : `${fix}${AFTER_FIX[after]}`;
}

/** The same for a developer's machine, without a full stop. */
export function localRemedyOf({ decision: { remedy } }: SuiteReport): string {
  if (remedy === undefined || remedy === 'see-cause') return '';
  const { fix, after } = REMEDIES[remedy];
  if (fix === '') return 'Run it again';
  return `${capitalize(fix)}${after === 'nothing' ? '' : ', then run it again'}`;
}

/** What a suite's own next step depends on. */
export type SuiteStep = {
  readonly suite: SuiteReport;
  readonly changed: ProbableLines;
  /** True if no case noticed the change. */
  readonly isUnnoticed: boolean;
};

/** One sentence or two: what to do now. Empty if there is nothing. */
export function describeNext(report: Report, steps: readonly SuiteStep[]): string {
  const failing = steps.filter(({ suite }) => chooseLook(suite.decision) === 'fail');
  const parts = [
    ...(failing.length === 0 ? [] : [failStep(report, failing)]),
    ...listRemedies(report),
    ...(failing.length > 0 ? [] : stepsForWorse(report, steps)),
    ...(report.suites.some(({ decision }) => lacksBaseline(decision)) ? [STORE_BASELINE] : []),
    ...(failing.length === 0 && report.suites.some(isNew) ? [NEW_BASELINE] : []),
    ...(steps.some(({ isUnnoticed }) => isUnnoticed) && failing.length === 0 ? [ADD_CASE] : []),
  ];
  return parts.map((part, at) => (at === 0 ? part : capitalize(part))).join(' ');
}

/** True if the base branch has nothing that the suite could run. */
function isNew(suite: SuiteReport): boolean {
  if (suite.kind !== 'evaluated' || suite.decision.outcome !== 'pass') return false;
  return suite.baseline.kind === 'none' && suite.baseline.because === 'new-prompt';
}

const NEW_BASELINE = 'you can merge. Later pull requests are compared with what you merge.';
const STORE_BASELINE = 'a run on the base branch stores the baseline.';
const ADD_CASE =
  'you can merge. If this change should change an answer, add a case to the dataset whose answer depends on it.';

/** Remedies for undecided suites, on a pull request. */
function listRemedies({ suites, notices }: Pick<Report, 'suites' | 'notices'>): readonly string[] {
  const isOverloaded = notices.some(({ kind }) => kind === 'overloaded');
  return [...new Set(suites.map((suite) => remedyOf(suite, { isOverloaded })))].filter((text) => text !== '');
}

export function adviseOnRuns({ suites }: Pick<Report, 'suites'>): readonly string[] {
  const found = suites.flatMap(({ decision }) => decision.findings);
  const recorded = found.some((finding) => finding.rule === 'several' && finding.unconfirmed === 'recorded');
  const [file] = suites.flatMap((suite) => (suite.kind === 'evaluated' ? (suite.answersFile ?? []) : []));
  const place = file === undefined ? 'the file of recorded answers' : quoteAsCode(file);
  return recorded
    ? [`To rule out noise, record five runs per case: five lines with the same \`id\` in ${place}.`]
    : [];
}

function failStep(report: Report, failing: readonly SuiteStep[]): string {
  const fix = failing.length === 1 ? describeFix(failing) : 'change what caused it, named below for each';
  if (failing.every(({ suite }) => hasCrashed(suite))) {
    return `${fix} and push; the check then runs by itself. Re-running it without a change does not help.`;
  }
  const accept = howToAccept(report);
  if (failing.every(({ suite }) => suite.decision.because.includes('review'))) {
    const reasons = failing.flatMap(({ suite }) => suite.decision.review.map(reviewInShort));
    const check = `check whether it is fine that ${renderList([...new Set(reasons)])}.`;
    return accept === null ? check : `${check} If so, ${accept}`;
  }
  return `${fix} and push.${accept === null ? '' : ` Intended? ${capitalize(accept)}`}`;
}

/** `remove or narrow that line`, by the lines that the pull request changed. */
function describeFix(steps: readonly SuiteStep[]): string {
  const lines = steps.flatMap(({ changed }) => changed.lines);
  const [only] = lines;
  const crashed = steps.every(({ suite }) => hasCrashed(suite));
  const [file] = steps.flatMap(({ changed }) => changed.files);
  if (only === undefined || file === undefined) return 'fix the agent';
  if (crashed) return `fix ${quoteAsCode(file.path)}`;
  if (lines.length === 1) return only.sign === '+' ? 'remove or narrow that line' : 'restore that line';
  const changes = steps.reduce((sum, { changed }) => sum + changed.changes, 0);
  return changes === 1 ? 'undo or change that line' : `change what caused it in ${quoteAsCode(file.path)}`;
}

/** True if the agent fails now, which is never intended. */
function hasCrashed({ decision }: SuiteReport): boolean {
  return decision.findings.some(
    (finding) =>
      finding.rule === 'no-longer-answers' && finding.what === 'answer' && finding.outcome === 'fails',
  );
}

function howToAccept({ acceptable, pullRequest }: Report): string | null {
  if (!acceptable) return null;
  return pullRequest?.fork === true
    ? `a maintainer runs this workflow by hand with \`pull-request: ${pullRequest.number}\`, the head's \`sha\` and a reason in \`accept\`.`
    : 'a maintainer adds the label `prompt-regression-accepted`.';
}

function stepsForWorse(report: Report, steps: readonly SuiteStep[]): readonly string[] {
  const worse = steps.filter(({ suite }) => chooseLook(suite.decision) === 'worse');
  if (worse.length === 0) return [];
  const [advice] = adviseOnRuns(report);
  const fix = `you can merge. If this matters, ${describeFix(worse)} and push.`;
  return [advice === undefined ? fix : `you can merge. ${advice}`];
}
