import './needs-node.js';
import type {} from 'vitest';
import { describeError } from '../model/errors.js';
import { describeJson } from '../text/values.js';

/** The fields that the matcher reads, of a scorer's result or of a result of `runEvals`. */
type ScoredResult = {
  readonly score?: number | null;
  readonly reason?: string | undefined;
  readonly unscored?: { readonly reason: string } | undefined;
  readonly error?: unknown;
  readonly analyzeStepResult?: unknown;
};

type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/** Labels that lower a score. */
const LOWERING = new Set(['no', 'unsure']);

/**
 * A matcher for Vitest and Jest. A failure names the statements that lowered the score, with the judge's reasons. An
 * answer without a score fails.
 *
 * @example
 * expect.extend({ toScoreAtLeast });
 * const scorer = createAnswerRelevancyScorer({ model: 'openai/gpt-6-luna' });
 * expect(await scorer.run({ input: 'When do you open?', output: 'At nine.' })).toScoreAtLeast(0.8);
 */
export function toScoreAtLeast(result: ScoredResult, least: number): MatcherResult {
  requireResult(result);
  requireScore(least);
  const { score = null, reason, unscored, error } = result;
  if (score === null) {
    const failure = error === undefined ? undefined : describeError(error);
    const why = unscored?.reason ?? failure ?? reason ?? 'no reason is known';
    return { pass: false, message: () => `expected a score of at least ${least}, and there is none: ${why}` };
  }
  const lines = listLoweringStatements(result).map((line) => `\n  ${line}`);
  return {
    pass: score >= least,
    message: () =>
      score >= least
        ? `expected a score below ${least}, and it is ${score}`
        : `expected a score of at least ${least}, and it is ${score}${lines.length === 0 ? explain(reason) : `:${lines.join('')}`}`,
  };
}

/** Throws, because a matcher that only fails would pass after `not`. */
function requireResult(result: unknown): asserts result is ScoredResult {
  if (['score', 'unscored', 'error'].some((key) => Object.hasOwn(Object(result), key))) return;
  const remedy =
    typeof result === 'number'
      ? `pass the whole result, or compare the number with \`toBeGreaterThanOrEqual\``
      : 'write `expect(await scorer.run({ input, output })).toScoreAtLeast(0.8)`';
  throw new TypeError(`toScoreAtLeast needs a scorer's result, and got ${describeJson(result)}: ${remedy}`);
}

function requireScore(least: unknown): void {
  if (typeof least === 'number' && !Number.isNaN(least)) return;
  throw new TypeError(
    `toScoreAtLeast needs the lowest score that passes, such as 0.8, and got ${describeJson(least)}`,
  );
}

function explain(reason: string | undefined): string {
  return reason === undefined || reason === '' ? '' : `: ${reason}`;
}

/** `no      “Our shop has a sale.” Nobody asked for that.` */
function listLoweringStatements({ analyzeStepResult }: ScoredResult): readonly string[] {
  const { results, verdicts } = Object(analyzeStepResult);
  const statements: readonly unknown[] = [results, verdicts].find(Array.isArray) ?? [];
  return statements.flatMap((each) => {
    const { result, verdict = result, statement, text = statement, reason = '' } = Object(each);
    return LOWERING.has(verdict) ? [`${String(verdict).padEnd(6)}  “${text}” ${reason}`.trimEnd()] : [];
  });
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T> {
    /** Passes if a scorer's result has at least this score. */
    toScoreAtLeast(least: number): R;
  }
}
