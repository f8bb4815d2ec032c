import { z } from 'zod';
import { answerSchema, usageSchema } from './answer.js';
import type { ReadonlyOutput } from './case.js';
import { FAILURE_KINDS } from './errors.js';
import { omitUndefined } from './omit-undefined.js';
import { type Judgement, judgementSchema } from './verdict.js';

export const RUN_RECORD_FORMAT = 'prompt-regression/run';
export const RUN_RECORD_VERSION = 2;

const sample = z.object({
  answer: answerSchema,
  /** Hash of the answer's text and tool calls; kept even if the text is not. */
  answerHash: z.string(),
  judgements: z.record(z.string(), judgementSchema),
});
export type Sample = ReadonlyOutput<typeof sample>;

const caseRecord = z.object({
  id: z.string(),
  inputHash: z.string(),
  taskHash: z.string(),
  input: z.string(),
  /** As the base's dataset has them; missing without a tag. */
  tags: z.array(z.string()).exactOptional(),
  /** The same for `must-pass`. */
  mustPass: z.literal(true).exactOptional(),
  /** Suite-wide samples: only these enter means, thresholds, deltas and the next baseline. */
  samples: z.array(sample),
  /** Samples of this case alone, to confirm a finding; they enter no mean. */
  caseSamples: z.array(sample),
});
export type CaseRecord = ReadonlyOutput<typeof caseRecord>;

const scorerFingerprint = z.object({
  id: z.string(),
  /** Id in the catalog if it differs from the name; `own` for a scorer in the repository. */
  use: z.string().exactOptional(),
  formula: z.string(),
  rubric: z.string(),
  scale: z.number().positive(),
  higherIsBetter: z.boolean(),
  /** `false` if the scorer uses no judge. Then its scores stay comparable after a change of judge. */
  judged: z.boolean().exactOptional(),
});
/** The scorer's formula; scores of another formula are not comparable. */
export type ScorerFingerprint = ReadonlyOutput<typeof scorerFingerprint>;

const repeat = z.object({
  /** The part that then succeeded: the agent's answer, a restart of its program, a judgement, or a reply of the judge. */
  of: z.enum(['answer', 'judgement', 'reply', 'restart']),
  /** One line, free of secrets. */
  why: z.string(),
  count: z.number(),
});
export type Repeat = ReadonlyOutput<typeof repeat>;

const taskSource = z.enum(['case', 'suite', 'base-prompt', 'head-prompt', 'baseline', 'none']);
export type TaskSource = ReadonlyOutput<typeof taskSource>;

const runRecord = z.object({
  format: z.literal(RUN_RECORD_FORMAT),
  version: z.literal(RUN_RECORD_VERSION),
  tool: z.string(),
  suite: z.string(),
  /** The suite's working directory, relative to the repository's top; empty at the top. */
  directory: z.string(),
  createdAt: z.string(),
  /** The commit whose files were run; `null` outside a repository. */
  commit: z.string().nullable(),
  /** Hash of the watched files' paths and contents; `null` if unknown. */
  watched: z.string().nullable(),
  dataset: z.string(),
  /** The target in words, for example `prompt prompts/support.md (gpt-6-luna)`. */
  target: z.string(),
  /** Model of the target; `null` for a program whose own calls are unknown. */
  targetModel: z.string().nullable().exactOptional(),
  taskSource,
  /** Texts of the tasks by their hash, each once; empty if no text is kept. */
  tasks: z.record(z.string(), z.string()),
  judge: z.object({ name: z.string(), fingerprint: z.string(), builtin: z.boolean() }),
  scorers: z.array(scorerFingerprint),
  cases: z.array(caseRecord),
  usage: z.object({ target: usageSchema, judge: usageSchema }),
  seconds: z.number(),
  /** Retries by step; missing if there were none. */
  repeats: z.array(repeat).exactOptional(),
  /** Reason of an early end; `null` for a complete run. */
  stopped: z.object({ kind: z.enum(FAILURE_KINDS), reason: z.string() }).nullable(),
  text: z.enum(['full', 'statements', 'none']),
  /** Set if only some cases ran: the number of all cases. Such a record is never a baseline. */
  subset: z.object({ of: z.number() }).exactOptional(),
  /**
   * Watched files that programs saw with other content than the commit's, because an earlier step had rewritten them.
   * Such a record never becomes a baseline.
   */
  rewritten: z.array(z.string()).exactOptional(),
});
/**
 * The JSON of one run of one suite, between producing and concluding. A baseline is a run record. Fields are only
 * added; a change of meaning raises `version`.
 */
export type RunRecord = ReadonlyOutput<typeof runRecord>;

/** Of a record with `subset`. */
export const SUBSET_IS_NO_BASELINE = 'it has only some of the cases of its dataset, so it is not a baseline';

/** Checks a run record that came from outside. Unknown fields are left out, not refused. */
export const runRecordSchema: z.ZodType<RunRecord> = runRecord;

/** The gate's facts about a case, apart from its answers: tags, and whether it must pass. */
export type CaseMarks = Pick<CaseRecord, 'tags' | 'mustPass'>;

/** A row's marks as fields of a record: those that it lacks are missing. */
export function pickMarks({ tags = [], mustPass }: CaseMarks): CaseMarks {
  return omitUndefined({ tags: tags.length > 0 ? tags : undefined, mustPass: mustPass ? true : undefined });
}

export function findScorerFingerprint(record: RunRecord, id: string): ScorerFingerprint | null {
  return record.scorers.find((scorer) => scorer.id === id) ?? null;
}

/** The scorer's judgement of a sample. A record from outside may have any key, so only own properties count. */
export function findJudgement({ judgements }: Sample, scorer: string): Judgement | undefined {
  return Object.hasOwn(judgements, scorer) ? judgements[scorer] : undefined;
}

export const shardSchema = z.object({ index: z.int().positive(), count: z.int().positive() });
/** A part of a run on several machines: number `index` of `count`, from 1. */
export type Shard = ReadonlyOutput<typeof shardSchema>;

/** `2/5` */
export function formatShard({ index, count }: Shard): string {
  return `${index}/${count}`;
}
