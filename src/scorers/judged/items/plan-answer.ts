import type { ScoreRequest } from '../../scorer.js';
import { askedData } from './asked-data.js';
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
