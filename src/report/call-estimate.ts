import type { CallPlan } from '../ports/spending.js';
import { renderCount, renderCounted } from './figures.js';

/**
 * Says before the first call how many there will be:
 * `20 cases × 3 base samples + 20 cases × 1 head sample: 80 answers, at most 160 judge calls`.
 *
 * @param budget what is left to spend, in words; `null` without a limit.
 */
export function renderCallEstimate(plan: CallPlan, budget: string | null = null): string {
  const { cases, baseSamples, compared, headSamples, maxHeadSamples, judgeCallsPerAnswer, known } = plan;
  const sides = [
    [baseSamples, 'base sample'],
    [headSamples, compared ? 'head sample' : 'sample'],
  ] as const;
  const asked = sides.filter(([samples]) => samples > 0);
  const product = asked.map(
    ([samples, noun]) => `${renderCounted(cases, 'case')} × ${renderCounted(samples, noun)}`,
  );
  const answers = cases * (baseSamples + headSamples);
  const more = cases * Math.max(0, maxHeadSamples - headSamples);
  const less = known && judgeCallsPerAnswer > 0 ? ' (fewer where answers are unchanged)' : '';
  const later =
    more === 0
      ? ''
      : `; if the gate asks for more samples, up to ${renderMore(more, plan)}${renderOneCase(plan)}`;
  const left = budget === null ? '' : `; the budget leaves ${budget}`;
  const again =
    plan.rejudged === 0
      ? ''
      : `; ${renderCounted(plan.rejudged, 'stored answer')} of the base ${plan.rejudged === 1 ? 'is' : 'are'} judged again: ${renderJudging(plan.rejudged, plan)}`;
  const kept =
    plan.kept === 0
      ? ''
      : `; ${renderCounted(plan.kept, 'answer')} of these ${plan.kept === 1 ? 'is' : 'are'} kept in the journal and not asked for again`;
  const worded =
    known && compared && judgeCallsPerAnswer > 0
      ? '; about 1 judge call more for a case that words its statements anew'
      : '';
  return `${product.join(' + ')}: ${renderCost(answers, plan)}${less}${kept}${again}${renderDropped(plan)}${later}${worded}${left}`;
}

function renderDropped(plan: CallPlan): string {
  const { dropped, baseSamples, headSamples } = plan;
  if (dropped === 0) return '';
  const which =
    dropped === 1 ? '1 removed or edited case is' : `${renderCount(dropped)} removed or edited cases are`;
  const answers = renderCost(dropped * (baseSamples + headSamples), plan);
  return `; ${which} asked again as the base has ${dropped === 1 ? 'it' : 'them'}: ${answers}`;
}

function renderCost(answers: number, plan: CallPlan): string {
  const parts = [
    renderCounted(answers, 'answer'),
    ...(plan.callsPerAnswer > 1 ? [renderCounted(answers * plan.callsPerAnswer, 'model call')] : []),
    renderJudging(answers, plan),
  ];
  return parts.join(', ');
}

function renderOneCase(plan: CallPlan): string {
  const { maxCaseSamples } = plan;
  return maxCaseSamples === 0
    ? ''
    : `, and of a case that looks broken up to ${renderMore(maxCaseSamples, plan)}`;
}

/** What costs nothing is not said to be no more of it. */
function renderMore(answers: number, plan: CallPlan): string {
  if (plan.judgeCallsPerAnswer > 0) return `${renderCost(answers, plan)} more`;
  const calls =
    plan.callsPerAnswer > 1 ? `, ${renderCounted(answers * plan.callsPerAnswer, 'model call')}` : '';
  return `${renderCounted(answers, 'answer')}${calls} more`;
}

function renderJudging(answers: number, { judgeCallsPerAnswer }: CallPlan): string {
  return judgeCallsPerAnswer === 0
    ? 'no judge call'
    : `at most ${renderCounted(answers * judgeCallsPerAnswer, 'judge call')}`;
}
