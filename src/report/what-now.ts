import type { Remedy } from '../ports/decision.js';
import type { PullRequestRef } from '../ports/event.js';
import type { Report, SuiteReport } from '../ports/report.js';
import { isGated, lacksBaseline } from './decision-words.js';

const TO_CORRECT = 'Correct it and push.';
const TO_ACCEPT = `${TO_CORRECT} If it is right as it is, somebody with write access`;

/** Matches what `howToAccept` says. */
export const HOW_TO_ACCEPT = new RegExp(`${TO_ACCEPT} [^.]+\\.`);

/** What to do about a suite that failed. Of a fork, whose labels no run can follow, a head is accepted by hand. */
export function howToAccept(pull: Pick<PullRequestRef, 'number' | 'headSha' | 'fork'> | null): string {
  return pull?.fork === true
    ? `${TO_ACCEPT} runs this workflow by hand with \`pull-request: ${pull.number}\`, \`sha: ${pull.headSha}\` and, in \`accept\`, the reason.`
    : `${TO_ACCEPT} adds the label \`prompt-regression-accepted\`.`;
}

/** Where nothing could turn green. */
const NOT_ACCEPTABLE =
  'With `github-token` and `status: true`, the label `prompt-regression-accepted` can accept it as it is.';

/** `on-a-machine`: nothing waits for a push or a label there. */
type Where = 'in-a-check' | 'on-a-machine';

/** Left out of a check: who reads that may have no config file that the command could run. */
const ON_A_MACHINE = '; on your machine, `prompt-regression baseline` does';
const HOW_TO_STORE = `A run on the default branch stores a baseline${ON_A_MACHINE}.`;

const REMEDIES: Readonly<Record<Remedy, string>> = {
  'run-again': 'Run it again.',
  'raise-limit': 'Raise that limit, then run it again.',
  'mend-agent': 'First find out why the agent answers nothing, then run it again.',
  correct: 'Correct the cause. As it is, another run would end the same.',
  'give-cases':
    'Add a case that the scorer finds something to score in, or take the scorer out of `scorers`. As it is, another run would end the same.',
  'mend-access': 'Correct the key, its credit, the model or the address, then run it again.',
  'change-judge':
    'Choose another judge, then run it again. For a pull request it counts once it is on the base branch.',
  'store-baseline': `The baseline has to be stored again: a run on the base branch does that${ON_A_MACHINE}. Then run it again.`,
  'read-again': `Run it again. If it ends the same, the baseline has to be stored again: a run on the base branch does that${ON_A_MACHINE}.`,
  'ask-base': 'Set `baseline` to the name of the base branch: its agent is then asked these cases too.',
  'as-told': '',
};

/** What helps against what was not decided, in plain words; empty where it was, or where its cause says it. */
export function tellRemedy({ decision }: SuiteReport, where: Where): string {
  if (decision.remedy === undefined) return '';
  const named = decision.remedy === 'run-again' && /; (?:check|try) /.test(decision.headline);
  if (named) return `First check what the message names. ${REMEDIES['run-again']}`;
  return forPlace(REMEDIES[decision.remedy], where);
}

/** What a reader can do, a sentence or two each, in plain words. Empty where all is well. */
export function whatNow(
  { suites, acceptable, pullRequest }: Pick<Report, 'suites' | 'acceptable' | 'pullRequest'>,
  where: Where = 'in-a-check',
): readonly string[] {
  const failing =
    where === 'in-a-check' && suites.some(({ decision }) => decision.outcome === 'fail' && decision.blocking);
  const steps = [
    ...(failing && acceptable ? [howToAccept(pullRequest ?? null)] : []),
    ...(failing && !acceptable ? [TO_CORRECT, ...(pullRequest === undefined ? [] : [NOT_ACCEPTABLE])] : []),
    ...[...Map.groupBy(suites, (suite) => tellRemedy(suite, where))].map(([remedy, of]) =>
      forSuites(remedy, of, suites),
    ),
    ...howToGate(suites),
    ...(suites.some(lacksBaseline) ? [forPlace(HOW_TO_STORE, where)] : []),
  ];
  return [...new Set(steps)].filter((step) => step !== '');
}

function forPlace(remedy: string, where: Where): string {
  return where === 'in-a-check' ? remedy.replace(ON_A_MACHINE, '') : remedy;
}

/** Says whom a remedy is for, where it is not for all. */
function forSuites(remedy: string, of: readonly SuiteReport[], all: readonly SuiteReport[]): string {
  if (remedy === '' || of.length === all.length) return remedy;
  const names = [...new Set(of.map(({ suite }) => suite))];
  return `${names.length > 3 ? `${names.length} suites` : names.join(', ')}: ${remedy}`;
}

/** What to do where nothing can fail, with the suites' names where others can; empty where all can. */
export function howToGate(suites: readonly SuiteReport[]): readonly string[] {
  const steps = [...Map.groupBy(suites, gateOf)].map(([step, of]) => forSuites(step, of, suites));
  return steps.filter((step) => step !== '');
}

function gateOf(suite: SuiteReport): string {
  if (isGated(suite)) return '';
  const baseline = suite.kind === 'evaluated' ? suite.baseline : null;
  if (baseline?.kind === 'record') return 'Nothing can fail yet: set `threshold`, or add cases.';
  return baseline?.kind === 'none' && baseline.reason === 'new-prompt'
    ? 'Nothing can fail yet: once the prompt is merged, changes of it are held against it. A `threshold` counts at once.'
    : 'Nothing can fail yet: set `threshold`, or store a baseline.';
}
