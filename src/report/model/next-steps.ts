import type { CauseHunk } from '../../model/explanation.js';
import type { Finding, Remedy } from '../../model/finding.js';
import type { ReviewReason } from '../../model/notes.js';
import { chooseLook, lacksBaseline } from '../../model/outcome.js';
import type { EvaluatedSuite, SuiteReport } from '../../model/report.js';
import { capitalize, formatNumber, quoteAsCode, renderList } from '../../text/values.js';
import { summarizeReview } from '../notes/note.js';
import { isOutOfTime, type ReportFacts } from './alerts.js';
import { listNamedHunks } from './caused-by.js';
import type { ProbableLine, ProbableLines } from './probable-lines.js';
import { findSuiteWords, findThreshold, isBaseBelow, renderScoreName } from './scores.js';

/** The fix, and the step after it. */
type Fix = {
  readonly fix: string;
  readonly after: 'push' | 're-run' | 'nothing';
  /** On a developer's machine, where there is no job. */
  readonly local?: string;
  /** There, if the base is a record that the user named. */
  readonly given?: string;
};

const REMEDIES: Readonly<Record<Remedy, Fix>> = {
  'run-again': { fix: '', after: 're-run' },
  'raise-limit': { fix: 'raise the limit', after: 'push' },
  'fix-agent': { fix: 'find out why the agent answers nothing', after: 'push' },
  'fix-files': { fix: 'fix what the message above names', after: 'push' },
  'set-key': { fix: 'store the key as a secret and pass it to this action as that input', after: 're-run' },
  'wait-for-maintainer': {
    fix: 'wait for a maintainer, who reads the change and then starts the check as the message above says',
    after: 'nothing',
  },
  'add-cases': { fix: 'add a case that this scorer can score, or remove the scorer', after: 'nothing' },
  'fix-access': { fix: 'do what the message above says', after: 're-run' },
  'add-credit': { fix: "add credit to the provider's account, or raise its limit", after: 're-run' },
  'fix-request': {
    fix: 'change what the provider refuses, or check the account and its credit',
    after: 're-run',
  },
  'change-judge': {
    fix: 'choose another judge; a new judge takes effect once it is merged',
    after: 'nothing',
  },
  'run-again-or-change-judge': {
    fix: "re-run this job. If the judge's replies are unusable again, choose a stronger judge; a new judge takes effect once it is merged",
    after: 'nothing',
    local: "Run it again; if the judge's replies are unusable again, choose a stronger judge",
  },
  'store-baseline': {
    fix: 'store the baseline again with a run on the base branch',
    after: 're-run',
    given: 'Make the record of the base again, with the task, judge and scorers of the other record',
  },
  'read-again': {
    fix: 're-run this job; if that does not help, store the baseline again with a run on the base branch',
    after: 'nothing',
  },
  'ask-base': {
    fix: 'set `baseline` to the base branch, so that its agent answers these cases too',
    after: 'nothing',
    given: 'Compare with a record of the same cases',
  },
  'see-cause': { fix: 'do what the message above says', after: 'nothing' },
};

const AFTER_FIX = {
  push: '. A push starts the check by itself; otherwise re-run this job.',
  're-run': ', then re-run this job.',
  nothing: '.',
};

/** The remedy if nothing was decided, for a pull request; empty if none is due. */
function renderRemedy({ suite, hasWorse }: SuiteStep, facts: StepFacts): string {
  const { remedy } = suite.decision;
  const noChange = hasWorse || facts.hasFailed ? '' : ' Nothing in this pull request needs to change.';
  if (remedy === undefined) return '';
  const until = describeBlocking(suite, facts);
  if (suite.overload !== undefined && isOutOfTime(suite)) {
    return `re-run this job when the provider is back; a longer \`limits.timeout\` only waits longer.${noChange}${until}`;
  }
  if (suite.callsNeeded !== undefined) {
    return `set the input \`max-calls\` in the workflow file to \`${suite.callsNeeded}\`, which is enough in any case, and push.${until}`;
  }
  const { fix, after } = REMEDIES[remedy];
  const step = fix === '' ? 're-run this job.' : `${fix}${AFTER_FIX[after]}`;
  const isPassing = fix === '' || remedy === 'fix-access' || remedy === 'set-key';
  return `${step}${isPassing ? noChange : ''}${until}`;
}

/** Whether the merge has to wait. */
function describeBlocking({ decision: { blocking } }: SuiteReport, { pullRequest }: StepFacts): string {
  if (pullRequest === undefined) return '';
  return blocking
    ? ' Until then, a merge that requires this check is blocked.'
    : ' This does not block the merge.';
}

/** On a developer's machine, the message says what to do. */
const LOCAL_IN_MESSAGE: ReadonlySet<Remedy> = new Set(['see-cause', 'set-key', 'wait-for-maintainer']);

/** The same for a developer's machine, without a full stop; empty if the message says it. */
export function renderLocalRemedy(suite: SuiteReport): string {
  const { remedy } = suite.decision;
  if (remedy === undefined || LOCAL_IN_MESSAGE.has(remedy)) return '';
  const { fix, after, local, given } = REMEDIES[remedy];
  if (fix === '') return 'Run it again';
  if (given !== undefined && isComparedWithGivenRecord(suite)) return given;
  if (local !== undefined) return local;
  return `${capitalize(fix)}${after === 'nothing' ? '' : ', then run it again'}`;
}

/** True for a record that the user named: nothing stores it. */
function isComparedWithGivenRecord(suite: SuiteReport): boolean {
  return (
    suite.kind === 'evaluated' && suite.baseline.kind === 'record' && suite.baseline.rule === 'given-record'
  );
}

/** The change to make before the next run on a developer's machine; `null` if no answer got worse. */
export function renderLocalFix(step: SuiteStep): string | null {
  const { suite } = step;
  const look = chooseLook(suite.decision);
  if (look === 'worse') return `if this matters, ${describeFix(step)}`;
  if (look !== 'fail') return null;
  if (hasCrashed(suite)) return describeCrashFix(step);
  if (!hasFailedAnswers(suite)) return null;
  return isLow(step) ? 'improve the answers until the mean reaches the threshold' : describeFix(step);
}

/** A suite, and what its reader has seen before the next step. */
export type SuiteStep = {
  readonly suite: SuiteReport;
  readonly changed: ProbableLines;
  /** Probable lines in addition to those that were tested. */
  readonly alsoChanged: readonly ProbableLines[];
  /** True if answers that got worse are shown. */
  readonly hasWorse: boolean;
  /** True if anything got worse from base to head. */
  readonly gotWorse: boolean;
  /** True if changes to the check's settings are shown. */
  readonly hasSettings: boolean;
  /** True if failures are shown that decided nothing. */
  readonly hasFailures: boolean;
  /** True if no case noticed the change. */
  readonly isUnnoticed: boolean;
};

/** Facts that the steps of all suites depend on. */
export type StepFacts = Omit<ReportFacts, 'sides' | 'pageUrl'>;

/** The next step, at most a sentence for each problem. Never empty: a green suite needs nothing. */
export function describeStep(step: SuiteStep, facts: StepFacts): string {
  const parts = [...listMainSteps(step, facts), ...listSettingsSteps(step)];
  return joinSteps(parts);
}

function joinSteps(parts: readonly string[]): string {
  return parts.map((part, at) => (at === 0 ? part : capitalize(part))).join(' ');
}

function listMainSteps(step: SuiteStep, facts: StepFacts): readonly string[] {
  switch (chooseLook(step.suite.decision)) {
    case 'fail':
      return listFailSteps(step, facts);
    case 'inconclusive':
    case 'no-baseline':
      return listUndecidedSteps(step, facts);
    case 'worse':
      return [describeWorseStep(step, facts)];
    default:
      return [describePassStep(step, facts)];
  }
}

function listSettingsSteps({ hasSettings }: SuiteStep): readonly string[] {
  return hasSettings ? ['check that the changed settings above are intended.'] : [];
}

/** Without a pull request, there is nothing to merge. One of several suites does not decide it. */
function renderMergeStep({ pullRequest, several }: StepFacts, otherwise = ''): string {
  if (pullRequest === undefined) return otherwise;
  return several ? 'this does not block the merge.' : 'you can merge.';
}

function describePassStep(step: SuiteStep, facts: StepFacts): string {
  const { suite, isUnnoticed, hasFailures, hasWorse } = step;
  const merge = (more: string) => [renderMergeStep(facts), more].filter((part) => part !== '').join(' ');
  if (isNew(suite)) {
    const later = 'later pull requests are compared with what you merge';
    return hasWorse ? `look at the answer below before you merge: ${later}.` : merge(`${capitalize(later)}.`);
  }
  if (suite.decision.unmeasured?.kind === 'shown-only') {
    return merge(
      'Check that the scores above are what you expect. They do not count now; after the merge, later pull requests are compared with them.',
    );
  }
  if (hasFailures) return merge('Look at the failures above, which decided nothing.');
  if (isUnnoticed) {
    return merge(
      'If this change should change an answer, add a case to the dataset whose answer depends on it.',
    );
  }
  if (suite.changes?.some(({ kind }) => kind === 'model-in-code')) {
    return merge('To test the new model, set it in the config file, too.');
  }
  if (suite.changes?.some(({ kind }) => kind === 'unread-files')) {
    return 'make the change in the prompt that is asked, too: until then, nothing tests it.';
  }
  return facts.pullRequest === undefined || facts.several
    ? 'nothing to do.'
    : 'nothing to do; you can merge.';
}

/** True if the base branch has nothing that the suite could run, since it is not set up there yet. */
function isNew(suite: SuiteReport): boolean {
  if (suite.kind !== 'evaluated' || suite.decision.outcome !== 'pass') return false;
  return (
    suite.baseline.kind === 'none' &&
    (suite.baseline.because === 'new-prompt' || suite.baseline.because === 'base-not-set-up')
  );
}

const STORE_BASELINE = 'a run on the base branch stores the baseline that later checks compare with.';

function listUndecidedSteps(step: SuiteStep, facts: StepFacts): readonly string[] {
  const { suite, hasWorse, gotWorse } = step;
  const remedy = renderRemedy(step, facts);
  return [
    ...(hasWorse && gotWorse ? [`if this matters, ${describeFix(step)} first.`] : []),
    ...(remedy === '' ? [] : [remedy]),
    ...(lacksBaseline(suite.decision) ? [STORE_BASELINE] : []),
    ...(remedy === '' && !lacksBaseline(suite.decision) ? [renderMergeStep(facts, 're-run this job.')] : []),
  ];
}

function describeWorseStep(step: SuiteStep, facts: StepFacts): string {
  const { findings } = step.suite.decision;
  const found = findings.filter(({ outcome }) => outcome === 'worse');
  if (facts.several && found.every(({ unconfirmed }) => unconfirmed === 'not-asked')) {
    return 'fix what failed first; these answers are tested then.';
  }
  if (found.length > 0 && found.every(isContradiction) && facts.pullRequest !== undefined) {
    return `check which answer is right. If the new one is, ${renderMergeStep(facts)} If not, ${describeFix(step)} and push.`;
  }
  const [advice] = adviseOnRuns([step.suite]);
  const more = advice ?? `If this matters, ${describeFix(step)} and push.`;
  return [renderMergeStep(facts), more].filter((part) => part !== '').join(' ');
}

/** True if the new answers say something else, and drop nothing. */
function isContradiction(finding: Finding): boolean {
  if (finding.rule !== 'facts') return false;
  const { saysOtherwise, dropped, partlyDropped } = finding.numbers;
  return saysOtherwise > 0 && dropped + partlyDropped === 0;
}

/** A sentence for recorded answers that are too few to be sure; empty for all others. */
export function adviseOnRuns(suites: readonly SuiteReport[]): readonly string[] {
  const findings = suites.flatMap(({ decision }) => decision.findings);
  const isRecorded = findings.some(
    ({ rule, unconfirmed }) => (rule === 'several' || rule === 'facts') && unconfirmed === 'recorded',
  );
  const file = suites
    .filter((suite) => suite.kind === 'evaluated')
    .find(({ answersFile }) => answersFile)?.answersFile;
  const place = file === undefined ? 'the file of recorded answers' : quoteAsCode(file);
  return isRecorded
    ? [`To rule out noise, record five runs per case: five lines with the same \`id\` in ${place}.`]
    : [];
}

/** A crash, answers that got worse, and what needs human review: what applies, then how to accept it. */
function listFailSteps(step: SuiteStep, facts: StepFacts): readonly string[] {
  const { suite } = step;
  const crashed = hasCrashed(suite);
  const fixes = [
    ...(crashed
      ? [`${describeCrashFix(step)} and push. Re-running this job without a change does not help.`]
      : []),
    ...(hasFailedAnswers(suite)
      ? [`${crashed ? 'for the answers that got worse, ' : ''}${describeAnswersFix(step)}.`]
      : []),
  ];
  const accept = facts.several ? null : explainAcceptance(facts);
  const checks = listChecks(suite.decision.review, facts);
  const [check] = checks;
  if (check !== undefined && fixes.length === 0 && checks.length === 1 && accept !== null) {
    return [`${check.question}. If so, ${accept} If not, ${check.otherwise}.`];
  }
  if (check !== undefined && checks.length === 1 && accept !== null && !crashed) {
    return [...fixes, `then ${check.question}. If so, ${accept} If not, ${check.otherwise}.`];
  }
  const others = checks.map(({ question, otherwise }) => `${question}; if not, ${otherwise}.`);
  if (accept === null || (crashed && fixes.length + others.length === 1)) return [...fixes, ...others];
  const acceptance =
    others.length === 0 ? offerAcceptance(step, accept) : `if all of this is intended, ${accept}`;
  return [...fixes, ...others, acceptance];
}

/** The pull request did not intend what it found already. */
function offerAcceptance(step: SuiteStep, accept: string): string {
  return isLow(step) && !step.gotWorse ? `to merge anyway, ${accept}` : `Intended? ${capitalize(accept)}`;
}

/** True if the threshold fails not only because of this pull request. */
function isLow({ suite, gotWorse }: SuiteStep): boolean {
  if (suite.kind !== 'evaluated') return false;
  const isRed = suite.decision.findings.some(
    ({ rule, outcome }) => rule === 'threshold' && outcome === 'fails',
  );
  return isBaseBelow(suite) || (isRed && !gotWorse);
}

/** If the base is below the threshold too, undoing the change does not help. */
function describeAnswersFix(step: SuiteStep): string {
  const { suite } = step;
  if (suite.kind !== 'evaluated' || !isLow(step)) return `${describeFix(step)} and push`;
  const words = findSuiteWords(suite);
  const threshold = words.threshold(findThreshold(suite.decision) ?? 0);
  const improve = step.hasWorse
    ? `${describeFix(step)}, and improve the other low answers`
    : 'improve the low answers';
  return `${improve}, until ${words.name} reaches ${threshold}, and push. A lower \`threshold\` counts only after it is merged`;
}

/** True if the agent fails now, which is never intended. */
function hasCrashed({ decision }: SuiteReport): boolean {
  return decision.findings.some((finding) => isCrash(finding) && finding.outcome === 'fails');
}

function isCrash(finding: Finding): boolean {
  return finding.rule === 'no-longer-answers' && finding.what === 'answer';
}

/** True if anything else is red than a crash and what needs human review. */
function hasFailedAnswers(suite: SuiteReport): boolean {
  const { findings, review } = suite.decision;
  const isRed = findings.some((finding) => finding.outcome === 'fails' && !isCrash(finding));
  return isRed || (review.length === 0 && !hasCrashed(suite));
}

type Check = { readonly question: string; readonly otherwise: string };

/** The questions for a person, each once. */
function listChecks(review: readonly ReviewReason[], facts: StepFacts): readonly Check[] {
  const base = facts.pullRequest === undefined ? 'the base branch' : quoteAsCode(facts.pullRequest.baseRef);
  const checks = review.map((reason) => ({
    question: `check whether ${describeQuestion(reason, base)}`,
    otherwise: describeOtherwise(reason, base),
  }));
  return [...new Map(checks.map((check) => [`${check.question} ${check.otherwise}`, check])).values()];
}

function describeQuestion(reason: ReviewReason, base: string): string {
  return reason.kind === 'unreadable-base' && reason.what !== 'labels'
    ? `this pull request's own ${reason.what} may replace the one on ${base}`
    : `it is fine that ${summarizeReview(reason)}`;
}

/** The step if a human review rejects the change. */
function describeOtherwise(reason: ReviewReason, base: string): string {
  switch (reason.kind) {
    case 'unreadable-base':
      return `fix the ${reason.what} on ${base} first`;
    case 'broken-base':
      return `repair ${base} first`;
    case 'recorded-target':
      return 'go back to the live agent and push';
    case 'prompt-not-asked':
      return 'use it again and push';
    case 'cases-not-compared':
      return OTHERWISE_MISSING[reason.cause];
    case 'failed-at-base':
      return `repair the agent on ${base} first`;
    case 'fork-renames':
      return 'use the earlier names and push';
    case 'fork-changes':
      return 'push the branch to this repository, where all of it is run';
    case 'nothing-to-score':
      return `first add a case to the dataset on ${base} that can be scored`;
    case 'misled-judge':
      return 'change the prompt so that its answers do not address the judge, and push';
    default:
      return reason satisfies never;
  }
}

const OTHERWISE_MISSING = {
  'prompt-variables':
    'keep these cases and give them a value for each variable, or go back to the earlier variables, and push',
  'not-recorded': 'record the missing answers and push',
  'not-in-record': 'store the baseline again with a run on the base branch, then re-run this job',
} as const;

function describeCrashFix({ suite, changed }: SuiteStep): string {
  const lines = listNamedHunks(suite).flatMap((hunk) => hunk.lines);
  const path = lines[0]?.path ?? changed.files[0]?.path;
  return path === undefined ? 'find out why the agent fails, fix it' : `fix ${quoteAsCode(path)}`;
}

/** `remove or narrow that line`, by the lines that are shown as the cause. */
function describeFix(step: SuiteStep): string {
  const { suite, changed, alsoChanged } = step;
  const hunks = listNamedHunks(suite);
  if (hunks.length > 0 && alsoChanged.length > 0) return 'undo or change the lines above';
  if (hunks.length > 0) return describeHunksFix(hunks, step);
  const signs = changed.lines.map(({ sign }) => sign);
  const paths = [...new Set(changed.lines.map(({ path }) => path))];
  const [path] = paths;
  if (path === undefined) return 'fix the agent';
  if (changed.changes === 1) return describeLinesFix(signs, isPrompt(path, step));
  const [likely] = changed.likely;
  if (likely !== undefined) return `undo or change ${nameLines(changed.likely)}`;
  return paths.length === 1
    ? `undo some of the changes to ${quoteAsCode(path)}`
    : 'undo some of these changes';
}

/** `line 8 and 14 of prompts/support.md`. */
function nameLines(lines: readonly ProbableLine[]): string {
  const files = Map.groupBy(lines, ({ path }) => path);
  const places = [...files].map(([path, own]) => {
    const numbers = renderList(own.map(({ number }) => formatNumber(number)));
    return `${own.length === 1 ? 'line' : 'lines'} ${numbers} of ${quoteAsCode(path)}`;
  });
  return renderList(places);
}

function isPrompt(path: string, { changed }: SuiteStep): boolean {
  return changed.files.some((file) => file.path === path && file.role === 'prompt');
}

function describeHunksFix(hunks: readonly CauseHunk[], step: SuiteStep): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const settings = hunks.flatMap((hunk) => hunk.settings).map(({ name }) => quoteAsCode(name));
  if (lines.length === 0) {
    const file = step.suite.kind === 'evaluated' ? findSettingsFile(step.suite) : undefined;
    const place = file === undefined ? '' : ` in ${quoteAsCode(file)}`;
    return `set ${renderList(settings)} back${place} or choose another value`;
  }
  if (settings.length > 0 || lines.length > 1) return 'undo or change what is named above';
  const texts = (each: readonly string[]) => each.filter((text) => text.trim() !== '');
  const signs = lines.flatMap(({ removed, added }) => [
    ...texts(removed).map(() => '-' as const),
    ...texts(added).map(() => '+' as const),
  ]);
  return describeLinesFix(signs, isPrompt(lines[0]?.path ?? '', step));
}

function findSettingsFile({ changedFiles = [] }: EvaluatedSuite): string | undefined {
  return changedFiles.find(({ role }) => role === 'settings')?.path;
}

function describeLinesFix(signs: readonly ('-' | '+')[], isOfPrompt: boolean): string {
  const added = signs.filter((sign) => sign === '+').length;
  const removed = signs.length - added;
  const these = Math.max(added, removed) === 1 ? 'that line' : 'those lines';
  if (!isOfPrompt) return `fix ${these}`;
  if (removed === 0) return `remove or narrow ${these}`;
  return added === 0 ? `restore ${these}` : `undo or change ${these}`;
}

function explainAcceptance({ acceptable, pullRequest }: StepFacts): string | null {
  if (!acceptable) return null;
  return pullRequest?.fork === true
    ? `a maintainer runs this workflow by hand with \`pull-request: ${pullRequest.number}\`, the head's \`sha\` and a reason in \`accept\`.`
    : 'a maintainer adds the label `prompt-regression-accepted`.';
}

const MAX_NAMES = 3;

function nameSuites(steps: readonly SuiteStep[]): string {
  const shown = steps.slice(0, MAX_NAMES).map(({ suite }) => quoteAsCode(renderScoreName(suite)));
  const more = steps.length - shown.length;
  return renderList(more === 0 ? shown : [...shown, `${formatNumber(more)} more`]);
}

/** The step for several suites, whose sections follow with a step each. */
export function describeSteps(steps: readonly SuiteStep[], facts: StepFacts): string {
  const looks = Map.groupBy(steps, ({ suite }) => chooseLook(suite.decision));
  const { fail = [], inconclusive = [], worse = [], pass = [] } = Object.fromEntries(looks);
  const undecided = [...inconclusive, ...(looks.get('no-baseline') ?? [])];
  const accept = fail.every(({ suite }) => hasCrashed(suite)) ? null : explainAcceptance(facts);
  return joinSteps([
    ...(fail.length === 0
      ? []
      : [
          `follow the ${fail.length === 1 ? 'step' : 'steps'} given for ${nameSuites(fail)}.`,
          ...(accept === null ? [] : [`Intended? ${capitalize(accept)}`]),
        ]),
    ...listOverallUndecidedSteps(undecided, facts),
    ...(fail.length + undecided.length > 0 ? [] : listOverallPassSteps({ worse, pass }, facts)),
  ]);
}

/** Often one outage is the reason for all. */
function listOverallUndecidedSteps(steps: readonly SuiteStep[], facts: StepFacts): readonly string[] {
  if (steps.length === 0) return [];
  const own = [...new Set(steps.map((step) => joinSteps(listUndecidedSteps(step, facts))))];
  const [only = ''] = own;
  return own.length === 1 ? [only] : [`follow the steps given for ${nameSuites(steps)}.`];
}

function listOverallPassSteps(
  { worse, pass }: { readonly worse: readonly SuiteStep[]; readonly pass: readonly SuiteStep[] },
  facts: StepFacts,
): readonly string[] {
  if (worse.length > 0) {
    const look = `look at the answers of ${nameSuites(worse)}.`;
    return [renderMergeStep(facts), look].filter((part) => part !== '');
  }
  const own = [...new Set(pass.map((step) => describePassStep(step, facts)))];
  return own.length === 1 ? own : [renderMergeStep(facts, 'nothing to do.')];
}
