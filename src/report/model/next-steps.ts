import type { Remedy } from '../../model/finding.js';
import { lacksBaseline, lookOf } from '../../model/outcome.js';
import type { Report, SuiteReport } from '../../model/report.js';
import { codeSpan, renderList } from '../../text/values.js';
import { reviewInShort } from '../notes/note.js';

/** A reader's next step. `question` is printed bold before it. */
export type NextStep = { readonly question: string | null; readonly text: string };

export function plainSteps(steps: readonly NextStep[]): string {
  return steps.map(({ question, text }) => (question === null ? text : `${question} ${text}`)).join(' ');
}

const REMEDIES: Readonly<Record<Remedy, string>> = {
  'run-again': 'Re-run this check.',
  'raise-limit': 'Raise the limit, then re-run this check.',
  'fix-agent': 'Find out why the agent answers nothing, then re-run this check.',
  'fix-files': 'Fix the cause, then re-run this check.',
  'add-cases': 'Add a case that this scorer can score, or remove the scorer.',
  'fix-access': 'Check the key, its credit, the model and the address, then re-run this check.',
  'fix-request':
    'Change what the provider refuses, or check the account and its credit, then re-run this check.',
  'change-judge': 'Choose another judge. A new judge takes effect once it is merged.',
  'store-baseline': 'Store the baseline again with a run on the base branch, then re-run this check.',
  'read-again':
    'Re-run this check. If that does not help, store the baseline again with a run on the base branch.',
  'ask-base': 'Set `baseline` to the base branch, so that its agent answers these cases too.',
  'see-cause': '',
};

/** The remedy if nothing was decided; empty if the cause names it. */
export function remedyOf({ decision }: SuiteReport): string {
  return decision.remedy === undefined ? '' : REMEDIES[decision.remedy];
}

export function listNextSteps(report: Report): readonly NextStep[] {
  const { suites } = report;
  const failing = suites.filter((suite) => lookOf(suite.decision) === 'fail');
  return [
    ...(failing.length === 0 ? [] : failSteps({ ...report, suites: failing })),
    ...listRemedies(report),
    ...stepsForWorse(report),
    ...suites
      .filter(({ decision }) => lacksBaseline(decision))
      .slice(0, 1)
      .map(() => STORE_BASELINE),
  ];
}

const STORE_BASELINE: NextStep = { question: null, text: 'A run on the base branch stores the baseline.' };

/** Remedies for undecided suites, on a pull request or not. */
export function listRemedies({ suites }: Report): readonly NextStep[] {
  const remedies = [...new Set(suites.map(remedyOf))].filter((text) => text !== '');
  return remedies.map((text) => ({ question: null, text }));
}

export function adviseOnRuns({ suites }: Report): readonly NextStep[] {
  const found = suites.flatMap(({ decision }) => decision.findings);
  const recorded = found.some((finding) => finding.rule === 'several' && finding.unconfirmed === 'recorded');
  const [file] = suites.flatMap((suite) => (suite.kind === 'evaluated' ? (suite.answersFile ?? []) : []));
  const place = file === undefined ? 'the file of recorded answers' : codeSpan(file);
  const text = `To rule out noise, record five runs per case: five lines with the same \`id\` in ${place}.`;
  return recorded ? [{ question: null, text }] : [];
}

function failSteps(report: Report): readonly NextStep[] {
  const { suites } = report;
  if (suites.every(hasCrashed)) return [{ question: null, text: 'Fix the cause and push.' }];
  const accept = howToAccept(report);
  const isReview = suites.every(({ decision }) => decision.because.includes('review'));
  const reviews = new Set(suites.flatMap(({ decision }) => decision.review.map(reviewInShort)));
  const question = isReview ? `Is it fine that ${renderList([...reviews])}?` : 'Intended?';
  return [
    ...(isReview ? [] : [{ question: 'Not intended?', text: 'Fix the prompt and push.' }]),
    ...(accept === null ? [] : [{ question, text: accept }]),
  ];
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
    ? `Ask a maintainer to run this workflow by hand with \`pull-request: ${pullRequest.number}\`, the head's \`sha\` and a reason in \`accept\`.`
    : 'Ask a maintainer to add the label `prompt-regression-accepted`.';
}

function stepsForWorse(report: Report): readonly NextStep[] {
  const looks = report.suites.map(({ decision }) => lookOf(decision));
  if (looks.includes('fail')) return [];
  const [advice] = adviseOnRuns(report);
  if (advice !== undefined) return [{ question: null, text: `You can merge. ${advice.text}` }];
  const text = 'You can merge, but check these answers first.';
  return looks.includes('worse') ? [{ question: null, text }] : [];
}
