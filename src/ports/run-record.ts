import { z } from 'zod';
import type { Answer, Usage } from './answer.js';
import { FAILURE_KINDS, type FailureKind } from './errors.js';
import { LABEL_KEY, type LabelCheck } from './team-labels.js';
import type { Judgement } from './verdict.js';

export const RUN_RECORD_FORMAT = 'prompt-regression/run';
export const RUN_RECORD_VERSION = 2;

/** One answer of a case, with every scorer's judgement of it. */
export type Sample = {
  readonly answer: Answer;
  /** Hash of the answer's text and tool calls; kept even where the text is not. */
  readonly answerHash: string;
  /** By scorer id. */
  readonly judgements: Readonly<Record<string, Judgement>>;
};

export type CaseRecord = {
  readonly id: string;
  readonly inputHash: string;
  /** Hash of the task that the answers were judged under; records of version 1 may have none. */
  readonly taskHash?: string;
  readonly input: string;
  readonly tags: readonly string[];
  /** Suite-wide samples: only these enter means, floors, deltas and the next baseline. */
  readonly samples: readonly Sample[];
  /** Samples taken for this case alone, to confirm that it broke; they enter no mean. */
  readonly caseSamples: readonly Sample[];
};

/** How a scorer arrived at its numbers; scores under another formula are incomparable. */
export type ScorerFingerprint = {
  /** Its name in the suite. */
  readonly id: string;
  /** Its id in the catalog where that is another one; `own` for a scorer of the repository's own. */
  readonly use?: string;
  /** Hash of the formula and its parameters. */
  readonly formula: string;
  /** Version of the rubric's wording. */
  readonly rubric: string;
  /** Highest possible score. */
  readonly scale: number;
  readonly higherIsBetter: boolean;
  /** `false` where no judge is asked: then a change of judge leaves its scores comparable. */
  readonly judged?: boolean;
};

/** What had to be asked for once more, and how often. */
export type Repeat = {
  /** The agent's answer, a judgement as a whole, a single reply of the judge, or the agent's process. */
  readonly of: 'answer' | 'judgement' | 'reply' | 'process';
  /** One line, free of secrets. */
  readonly why: string;
  readonly count: number;
};

/** Where the task came from that the answers were judged against. */
export type TaskSource = 'case' | 'suite' | 'base-prompt' | 'head-prompt' | 'baseline' | 'none';

/**
 * The JSON of one run of one suite: the seam between producing and concluding. A baseline is a run record.
 * Fields are only ever added; a change of meaning raises `version`.
 */
export type RunRecord = {
  readonly format: typeof RUN_RECORD_FORMAT;
  readonly version: typeof RUN_RECORD_VERSION;
  /** Version of the tool that wrote it. */
  readonly tool: string;
  readonly suite: string;
  /** The suite's working directory, relative to the repository's top; empty at the top, `null` in version 1. */
  readonly directory: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The commit whose files were run; `null` outside a repository. */
  readonly commit: string | null;
  /** Hash of the watched files' paths and contents; `null` where unknown. */
  readonly watched: string | null;
  /** Hash of the dataset's ids and inputs. */
  readonly dataset: string;
  /** The target in words, for example `prompt prompts/support.md (gpt-6-luna)`. */
  readonly target: string;
  /** The model that was asked; `null` where the target is a program whose own calls are not known. */
  readonly targetModel?: string | null;
  readonly taskSource: TaskSource;
  /** Texts of the tasks by their hash, each once; empty where no text is kept, and in version 1. */
  readonly tasks: Readonly<Record<string, string>>;
  readonly judge: { readonly name: string; readonly fingerprint: string; readonly builtin: boolean };
  readonly scorers: readonly ScorerFingerprint[];
  readonly cases: readonly CaseRecord[];
  readonly usage: { readonly target: Usage; readonly judge: Usage; readonly reusedVerdicts: number };
  /** Wall time of the run. */
  readonly seconds: number;
  /** What was asked for once more; missing where nothing was, and in records of older releases. */
  readonly repeats?: readonly Repeat[];
  /** What the judge says by itself of what the team has labelled; missing where that was not measured. */
  readonly labelCheck?: LabelCheck;
  /** Why the run ended before its plan was done; `null` when it is whole. */
  readonly stopped: { readonly kind: FailureKind; readonly reason: string } | null;
  /** How much text the record keeps. */
  readonly text: 'full' | 'statements' | 'none';
  /** Set where only some cases of the dataset were run: how many it has. Such a record is no baseline. */
  readonly subset?: { readonly of: number };
};

/** Of a record with `subset`. */
export const SUBSET_IS_NO_BASELINE = 'it has only some of the cases of its dataset, so it is no baseline';

const failureKind = z.enum(FAILURE_KINDS);
const usage = z.object({ calls: z.number(), inputTokens: z.number(), outputTokens: z.number() });

export const answerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('answered'),
    output: z.string(),
    toolCalls: z.array(
      z.object({
        name: z.string(),
        arguments: z.unknown().exactOptional(),
        result: z.unknown().exactOptional(),
      }),
    ),
    context: z.array(z.string()).exactOptional(),
    finish: z.enum(['stop', 'length', 'content-filter', 'tool-calls']),
  }),
  z.object({ status: z.literal('failed'), kind: failureKind, message: z.string() }),
]);

const judgement = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    score: z.number().min(0),
    reason: z.string(),
    statements: z.array(
      z.object({
        result: z.enum(['yes', 'unsure', 'no']),
        reason: z.string(),
        label: z.string().exactOptional(),
        byTeam: z.literal(true).exactOptional(),
        text: z.string(),
        quote: z.string(),
        key: z.string(),
        labelKey: z.string().regex(LABEL_KEY).exactOptional(),
        isCall: z.literal(true).exactOptional(),
      }),
    ),
    flags: z.array(z.enum(['refusal', 'addresses-grader', 'empty', 'tool-calls-only'])),
    extractionKey: z.string().nullable(),
  }),
  z.object({ status: z.literal('unscored'), kind: failureKind, reason: z.string() }),
]);

const sample = z.object({
  answer: answerSchema,
  answerHash: z.string(),
  judgements: z.record(z.string(), judgement),
});

const runRecord = z.object({
  format: z.literal(RUN_RECORD_FORMAT),
  version: z.literal(RUN_RECORD_VERSION),
  tool: z.string(),
  suite: z.string(),
  directory: z.string().nullable(),
  createdAt: z.string(),
  commit: z.string().nullable(),
  watched: z.string().nullable(),
  dataset: z.string(),
  target: z.string(),
  targetModel: z.string().nullable().exactOptional(),
  taskSource: z.enum(['case', 'suite', 'base-prompt', 'head-prompt', 'baseline', 'none']),
  tasks: z.record(z.string(), z.string()),
  judge: z.object({ name: z.string(), fingerprint: z.string(), builtin: z.boolean() }),
  scorers: z.array(
    z.object({
      id: z.string(),
      use: z.string().exactOptional(),
      formula: z.string(),
      rubric: z.string(),
      scale: z.number().positive(),
      higherIsBetter: z.boolean(),
      judged: z.boolean().exactOptional(),
    }),
  ),
  cases: z.array(
    z.object({
      id: z.string(),
      inputHash: z.string(),
      taskHash: z.string().exactOptional(),
      input: z.string(),
      tags: z.array(z.string()),
      samples: z.array(sample),
      caseSamples: z.array(sample),
    }),
  ),
  usage: z.object({ target: usage, judge: usage, reusedVerdicts: z.number() }),
  seconds: z.number(),
  repeats: z
    .array(
      z.object({
        of: z.enum(['answer', 'judgement', 'reply', 'process']),
        why: z.string(),
        count: z.number(),
      }),
    )
    .exactOptional(),
  labelCheck: z
    .object({
      judge: z.string(),
      rubric: z.string(),
      verdicts: z.array(
        z.object({
          labelKey: z.string().regex(LABEL_KEY),
          key: z.string(),
          result: z.enum(['yes', 'unsure', 'no']),
          reason: z.string(),
        }),
      ),
    })
    .exactOptional(),
  stopped: z.object({ kind: failureKind, reason: z.string() }).nullable(),
  text: z.enum(['full', 'statements', 'none']),
  subset: z.object({ of: z.number() }).exactOptional(),
});

/** What version 1 did not say yet. */
const SINCE_VERSION_1 = { version: RUN_RECORD_VERSION, directory: null, tasks: {} };

/**
 * Checks a run record that came from outside, and makes one of an older version into one of today's. Unknown fields are
 * kept out, not refused: newer tools may add some.
 */
export const runRecordSchema: z.ZodType<RunRecord> = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && 'version' in value && value.version === 1
      ? { ...value, ...SINCE_VERSION_1 }
      : value,
  runRecord,
);
