import type { JsonSchema } from '../../../ports/chat.js';
import { ProviderError } from '../../../ports/errors.js';
import type { Judge, Question } from '../../../ports/judge.js';
import type { JudgedStatement } from '../../../ports/verdict.js';
import type { ScoreOptions } from '../../scorer.js';

const LONGEST_REASON = 1000;

const REASON_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { reason: { type: 'string' } },
  required: ['reason'],
  additionalProperties: false,
};

const REASON_SHAPE =
  'Reply with one JSON object and nothing else, with one member "reason". For example: {"reason": "…"}';

/**
 * Asks the judge to word the reason. The verdicts stand already: where no usable wording comes back, the answer is `null`.
 * @throws ProviderError where every other call would fail too, and on abort.
 */
export async function askForReason(
  assessed: {
    readonly judge: Judge;
    readonly name: string;
    readonly rules: string;
    /** What goes with the verdicts, under its names. */
    readonly data: Readonly<Record<string, unknown>>;
    readonly statements: readonly JudgedStatement[];
    readonly score: number;
    readonly scale: number;
  },
  options: ScoreOptions,
): Promise<string | null> {
  const { judge, name, rules, data, statements, score, scale } = assessed;
  const question: Question = {
    name,
    rules,
    data: {
      ...data,
      score: Math.round(score * 1000) / 1000,
      scale,
      statements: statements.map(({ text, result, label, reason }) => ({
        text,
        verdict: label ?? result,
        reason,
      })),
    },
    schema: REASON_SCHEMA,
    shape: REASON_SHAPE,
  };
  options.onQuestion?.('generate-reason', question);
  try {
    return parseReason(await judge.ask(question, { signal: options.signal }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fatal || error.kind === 'aborted') throw error;
    return null;
  }
}

function parseReason(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('reason' in reply)) return null;
  if (typeof reply.reason !== 'string') return null;
  const line = reply.reason.replace(/\s+/g, ' ').trim();
  return line === '' ? null : line.slice(0, LONGEST_REASON);
}
