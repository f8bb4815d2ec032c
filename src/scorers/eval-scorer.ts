import { type FailureKind, UserError } from '../model/errors.js';
import { nearestName } from '../text/nearest-name.js';
import { isFields, isTexts, shownJson } from '../text/values.js';

// biome-ignore lint/suspicious/noExplicitAny: whatever the caller's scorer compares with; the documented examples use it as what it is.
export type GroundTruth = any;

/** A scorer's input in code: plain texts or messages. */
export type ScorerRun<Input = unknown, Output = unknown> = {
  readonly input?: Input | undefined;
  readonly output: Output;
  readonly groundTruth?: GroundTruth;
  /** The agent's context in order of retrieval, for the library's own scorers. */
  readonly context?: readonly string[] | undefined;
  /** Default: a new UUID. */
  readonly runId?: string | undefined;
  readonly requestContext?: unknown;
  readonly signal?: AbortSignal | undefined;
};

const RUN_KEYS = ['input', 'output', 'groundTruth', 'context', 'runId', 'requestContext', 'signal'];

/** Unknown keys that look like typing errors of missing known ones. Others are the caller's own. */
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

/** Throws `UserError` for anything but a run, since plain JavaScript has no type check. */
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

/** The fields of every scorer's result; steps add their results and prompts. */
export type ScorerOutcome = {
  readonly runId: string;
  /** From 0 to the scale; `null` without a score: see `unscored`. */
  readonly score: number | null;
  readonly reason?: string | undefined;
  /** Why there is no score; `not-scorable` if the scorer has nothing to score here. */
  readonly unscored?: { readonly kind: FailureKind; readonly reason: string } | undefined;
};

/** A scorer in code: prebuilt, or made with `createScorer`. */
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
