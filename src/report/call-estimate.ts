import type { CallPlan } from '../ports/spending.js';
import { counted, grouped } from '../text/counts.js';

/**
 * Says before the first call how many there will be:
 * `20 cases × 3 base runs + 20 cases × 1 head run: 80 answers, at most 160 judge calls.`
 *
 * @param budget what is left to spend, in words; `null` without a limit.
 */
export function renderCallEstimate(plan: CallPlan, budget: string | null = null): string {
  const { cases, baseSamples, compared, headSamples, extraAnswers, judgeCallsPerAnswer, known } = plan;
  const sides = [
    [baseSamples, 'base run'],
    [headSamples, plan.recorded ? 'recorded run' : compared ? 'head run' : 'run'],
  ] as const;
  const asked = sides.filter(([samples]) => samples > 0);
  const product = asked.map(
    ([samples, noun]) =>
      `${counted(cases, 'case')} × ${noun.startsWith('recorded') ? 'up to ' : ''}${counted(samples, noun)}`,
  );
  const answers = cases * (baseSamples + headSamples);
  const less = known && judgeCallsPerAnswer > 0 ? ' (fewer where answers are unchanged)' : '';
  const later =
    extraAnswers === 0 ? '' : ` If the result is unclear, up to ${renderMore(extraAnswers, plan)}.`;
  const left = budget === null ? '' : ` The budget leaves ${budget}.`;
  const again =
    plan.rejudged === 0
      ? ''
      : ` ${counted(plan.rejudged, 'stored answer')} of the base ${plan.rejudged === 1 ? 'is' : 'are'} judged again${plan.judgedByRules ? ', at no cost' : `: ${renderJudging(plan.rejudged * judgeCallsPerAnswer, plan)}`}.`;
  const kept =
    plan.kept === 0
      ? ''
      : ` ${grouped(plan.kept)} of these answers ${plan.kept === 1 ? 'is in the journal already and costs' : 'are in the journal already and cost'} nothing, nor do the verdicts there.`;
  const worded =
    known && compared && judgeCallsPerAnswer > 0
      ? ' About 1 more judge call for each case that is worded differently.'
      : '';
  return `${product.join(' + ')}: ${renderCost(answers, plan)}${less}.${kept}${again}${renderShown(plan)}${later}${worded}${left}`;
}

function renderShown(plan: CallPlan): string {
  const { shown, headSamples } = plan;
  if (shown === 0) return '';
  const which = `${counted(shown, 'new or edited case')} of this pull request ${shown === 1 ? 'is' : 'are'}`;
  return ` ${which} shown besides: ${renderCost(shown * headSamples, plan)}.`;
}

function renderCost(answers: number, plan: CallPlan): string {
  return `${plan.recorded ? 'at most ' : ''}${counted(answers, 'answer')}, ${renderJudging(answers * plan.judgeCallsPerAnswer, plan)}`;
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
