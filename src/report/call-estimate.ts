import type { BudgetLeft, CallEstimate, CallPlan } from '../model/spending.js';
import { formatCount, formatEstimate, formatNumber } from '../text/values.js';

/** `20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, at most 200 calls, about 110,000 tokens.` */
export function renderCallEstimate(
  plan: CallPlan,
  { most, mostInAll, tokens, tokensInAll }: CallEstimate,
  left: BudgetLeft | null,
): string {
  const extraAnswers = Math.round(plan.extraAnswers * plan.answersPerCase);
  // The budget ends the run before it makes more calls.
  const inAllCalls = Math.min(mostInAll, left?.calls ?? mostInAll);
  const tokensLeft = left === null || left.maxTokens === null ? Number.POSITIVE_INFINITY : left.tokens;
  const inAllTokens = Math.min((tokensInAll * inAllCalls) / mostInAll, tokensLeft);
  const inAll = inAllCalls <= most ? '' : `, ${renderMost(inAllCalls, inAllTokens, plan)} in all`;
  const later = `If the result is unclear, up to ${formatCount(extraAnswers, 'more answer')}${inAll}.`;
  return [
    `${renderAnswers(plan)}, ${renderMost(most, tokens, plan)}.`,
    ...renderDetails(plan),
    ...(extraAnswers === 0 ? [] : [later]),
    ...(left === null ? [] : [`The budget leaves ${renderLeft(left)}.`]),
  ].join(' ');
}

function renderAnswers({ cases, baseSamples, headSamples, compared, recorded, ...plan }: CallPlan): string {
  const turns = Math.round(cases * plan.answersPerCase);
  const questions =
    turns === cases
      ? formatCount(cases, 'case')
      : `${formatCount(cases, 'case')} (${formatNumber(turns)} turns)`;
  if (recorded) return `${questions} with recorded answers`;
  const head = compared ? 'head run' : 'run';
  const runs = [
    ...(baseSamples > 0 ? [formatCount(baseSamples, 'base run')] : []),
    ...(headSamples > 0 ? [formatCount(headSamples, head)] : []),
  ];
  const asked = runs.map((side) => `${questions} × ${side}`).join(' + ');
  const { kept } = plan;
  const sides = [
    ...(kept.base === 0 ? [] : [`${formatNumber(kept.base)} of the base`]),
    ...(kept.head === 0 ? [] : [`${formatNumber(kept.head)} of the head`]),
  ];
  const saved = sides.length === 0 ? '' : `, of which ${sides.join(' and ')} are kept from an earlier run`;
  return `${asked}: ${formatCount(turns * (baseSamples + headSamples), 'answer')}${saved}`;
}

function renderMost(calls: number, tokens: number, { callsPerAnswer }: CallPlan): string {
  const what = callsPerAnswer === 0 ? 'judge call' : 'call';
  return calls === 0
    ? `no ${what}s`
    : `at most ${formatCount(calls, what)}, about ${formatEstimate(tokens)} tokens`;
}

function renderDetails({ rejudged, shown }: CallPlan): readonly string[] {
  const again = `${formatCount(rejudged, 'stored answer')} of the base ${rejudged === 1 ? 'is' : 'are'} judged again.`;
  const more = `This includes ${formatCount(shown, 'new or edited case')} for show only.`;
  return [...(rejudged === 0 ? [] : [again]), ...(shown === 0 ? [] : [more])];
}

function renderLeft({ calls, maxCalls, isDefault, tokens, maxTokens }: BudgetLeft): string {
  const ofCalls = `${formatNumber(calls)} of ${formatCount(maxCalls, 'call')}`;
  const budget = isDefault ? `${ofCalls} (default of limits.max-calls)` : ofCalls;
  return maxTokens === null
    ? budget
    : `${budget} and ${formatNumber(tokens)} of ${formatCount(maxTokens, 'token')}`;
}
