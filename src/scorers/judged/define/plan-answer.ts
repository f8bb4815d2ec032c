import type { ScoreRequest } from '../../scorer.js';
import { askedData, findContext, NO_CONTEXT } from './asked-data.js';
import type { Plan, PlanTools } from './item-spec.js';

/** Every statement of the answer for what it is, with what was asked beside it. */
export function planAnswer(request: ScoreRequest, { shown }: PlanTools<unknown>): Plan {
  const asked = askedData(request);
  return {
    kind: 'judge',
    parts: {
      verdicts: {
        items: { from: 'answer' },
        data: { ...asked, answer: shown(request.answer.output) },
        hangsOn: [asked],
      },
    },
  };
}

/**
 * Every statement of the answer against the context. The case's own goes before what the answer brings along: who is
 * measured does not bring the yardstick.
 */
export function planClaims(
  request: ScoreRequest,
  { options, shown }: PlanTools<{ readonly context?: readonly string[] | undefined }>,
): Plan {
  const ofCase = request.context?.some((piece) => piece.trim() !== '') ? request.context : undefined;
  const context = findContext(request, options.context ?? ofCase).map(shown);
  if (context.length === 0) return { kind: 'not-scorable', reason: NO_CONTEXT };
  const asked = askedData(request);
  return {
    kind: 'judge',
    parts: {
      verdicts: {
        items: { from: 'answer' },
        data: { context, ...asked, answer: shown(request.answer.output) },
        hangsOn: [context, asked],
      },
    },
  };
}
