import type { CallPlan } from '../model/spending.js';
import { counted, grouped } from '../text/counts.js';

/**
 * Says before the first call how many there will be:
 * `20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, at most 160 judge calls.`
 *
 * @param budget what is left to spend, in words; `null` without a limit.
 */
export function renderCallEstimate(plan: CallPlan, budget: string | null = null): string {
  const { cases, baseSamples, headSamples, extraAnswers, judgeCallsPerAnswer, known } = plan;
  const asksJudge = judgeCallsPerAnswer > 0;
  const later =
    extraAnswers === 0 ? '' : ` If the result is unclear, up to ${renderMore(extraAnswers, plan)}.`;
  const less = known && asksJudge ? ' (fewer if answers are unchanged)' : '';
  const left = budget === null ? '' : ` The budget leaves ${budget}.`;
  const answers = cases * (baseSamples + headSamples);
  return `${renderSides(plan)}: ${renderCost(answers, plan)}${less}.${renderKept(plan)}${renderRejudged(plan)}${renderShown(plan)}${later}${left}`;
}

function renderSides({ cases, baseSamples, headSamples, compared, recorded }: CallPlan): string {
  if (recorded) return `${counted(cases, 'case')} with recorded answers`;
  const head = compared ? 'head run' : 'run';
  const sides = [
    ...(baseSamples > 0 ? [counted(baseSamples, 'base run')] : []),
    ...(headSamples > 0 ? [counted(headSamples, head)] : []),
  ];
  return sides.map((side) => `${counted(cases, 'case')} × ${side}`).join(' + ');
}

function renderKept({ kept }: CallPlan): string {
  if (kept === 0) return '';
  const cost = kept === 1 ? 'is in the journal already and costs' : 'are in the journal already and cost';
  return ` ${grouped(kept)} of these answers ${cost} nothing.`;
}

function renderRejudged(plan: CallPlan): string {
  const { rejudged, judgedByRules, judgeCallsPerAnswer } = plan;
  if (rejudged === 0) return '';
  const cost = judgedByRules ? ', at no cost' : `: ${renderJudging(rejudged * judgeCallsPerAnswer, plan)}`;
  return ` ${counted(rejudged, 'stored answer')} of the base ${rejudged === 1 ? 'is' : 'are'} judged again${cost}.`;
}

function renderShown(plan: CallPlan): string {
  const { shown, headSamples } = plan;
  if (shown === 0) return '';
  const which = `${counted(shown, 'new or edited case')} of this pull request ${shown === 1 ? 'is' : 'are'}`;
  return ` ${which} shown, too: ${renderCost(shown * headSamples, plan)}.`;
}

function renderCost(answers: number, plan: CallPlan): string {
  const judging = renderJudging(answers * plan.judgeCallsPerAnswer, plan);
  return plan.recorded ? `no agent runs, ${judging}` : `${counted(answers, 'answer')}, ${judging}`;
}

/** What costs nothing is not said to be no more of it. */
function renderMore(answers: number, plan: CallPlan): string {
  const cost = plan.judgeCallsPerAnswer > 0 ? renderCost(answers, plan) : counted(answers, 'answer');
  return `${cost} more`;
}

/** What judging takes, at most so many calls: of rules alone, that it costs nothing. */
export function renderJudging(calls: number, { judgedByRules }: Pick<CallPlan, 'judgedByRules'>): string {
  if (judgedByRules) return 'judged by rules, at no cost';
  return calls === 0 ? 'no judge call' : `at most ${counted(calls, 'judge call')}`;
}
