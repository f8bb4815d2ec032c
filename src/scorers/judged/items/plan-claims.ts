import type { ScoreRequest } from '../../scorer.js';
import { askedData } from './asked-data.js';
import { findContext, NO_CONTEXT } from './find-context.js';
import type { Plan, PlanTools } from './item-spec.js';

/** Every statement of the answer against the context. */
export function planClaims(
  request: ScoreRequest,
  { options, shown }: PlanTools<{ readonly context?: readonly string[] | undefined }>,
): Plan {
  const context = findContext(request, options.context).map(shown);
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
