import { type FailureKind, UserError } from '../ports/errors.js';
import { nearestName } from '../text/nearest-name.js';
import { isFields, isTexts, shownJson } from '../text/values.js';

// biome-ignore lint/suspicious/noExplicitAny: whatever the caller's scorer compares with; the documented examples use it as what it is.
export type GroundTruth = any;

/** What a scorer is given in code: plain texts or messages, whatever the scorer is made for. */
export type ScorerRun<Input = unknown, Output = unknown> = {
  readonly input?: Input | undefined;
  readonly output: Output;
  readonly groundTruth?: GroundTruth;
  /** What the agent was given to know, in the order of retrieval; the library's own scorers read it. */
  readonly context?: readonly string[] | undefined;
  /** Default: a new UUID. */
  readonly runId?: string | undefined;
  readonly requestContext?: unknown;
  readonly signal?: AbortSignal | undefined;
};

const RUN_KEYS = ['input', 'output', 'groundTruth', 'context', 'runId', 'requestContext', 'signal'];

/** Keys that are nearly those of known ones which are not there. All other unknown keys are the caller's own. */
export function slipsOf(
  given: object,
  known: readonly string[],
): readonly { readonly key: string; readonly meant: string }[] {
  const free = known.filter((key) => !(key in given));
  return Object.keys(given).flatMap((key) => {
    const meant = known.includes(key) ? null : nearestName(key, free);
    return meant === null ? [] : [{ key, meant }];
  });
}

/** @throws UserError for what is no run: plain JavaScript is checked by nobody else. */
export function checkRun(id: string, run: unknown): void {
  if (!isFields(run)) {
    throw new UserError(`${id}: run was called with ${shownJson(run)}: give { input, output }`);
  }
  const slips = slipsOf(run, RUN_KEYS);
  if (slips.length > 0) {
    throw new UserError(
      slips.map(({ key, meant }) => `${id}: run was given ${key}. Did you mean \`${meant}\`?`),
    );
  }
  const { context } = run;
  if (context !== undefined && context !== null && !isTexts(context)) {
    throw new UserError(`${id}: context is ${shownJson(context)}: give a list of texts`);
  }
}

/** Every scorer's result has these; the results and prompts of its steps come on top. */
export type ScorerOutcome = {
  readonly runId: string;
  /** From 0 to the scale; `null` where no score could be had: see `unscored`. */
  readonly score: number | null;
  readonly reason?: string | undefined;
  /** Why there is no score; kind `not-scorable` where the scorer has nothing to score here. */
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string } | undefined;
};

/** A scorer as code sees it: prebuilt, or made with `createScorer`. */
export interface EvalScorer<
  Input = unknown,
  Output = unknown,
  Outcome extends ScorerOutcome = ScorerOutcome,
> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly higherIsBetter: boolean;
  /** Highest possible score. */
  readonly scale: number;
  run(run: ScorerRun<Input, Output>): Promise<Outcome>;
}
