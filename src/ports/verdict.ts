import { z } from 'zod';
import { FAILURE_KINDS } from './errors.js';
import type { Form } from './form.js';

export const verdictLabel = z.enum(['yes', 'unsure', 'no']);
/** Is the statement relevant to what was asked? */
export type VerdictLabel = Form<typeof verdictLabel>;
/** From best to worst. */
export const VERDICT_LABELS: readonly VerdictLabel[] = verdictLabel.options;

/** What a key of a label looks like: 80 bits, so that no other statement can be made to have it. */
export const LABEL_KEY = /^[0-9a-f]{20}$/;

export const verdictSchema = z.object({
  result: verdictLabel,
  reason: z.string(),
  label: z.string().exactOptional(),
  /** Of a piece that joins an answer with something else: the words of the latter, which are a statement of their own. */
  off: z.string().exactOptional(),
  /** Set where the team's label says so, and no judge was asked. */
  byTeam: z.literal(true).exactOptional(),
});
/**
 * `result` says of every scorer's items the same: `yes` is as it should be, `no` is not. A scorer with words of its own
 * (`semantic`, `contradicted` …) keeps them in `label`.
 */
export type Verdict = Form<typeof verdictSchema>;

const judgedStatement = verdictSchema.extend({
  text: z.string(),
  /** The verbatim part of the answer that it came from. */
  quote: z.string(),
  /** Key of the verdict (judge, rubric, task, history, input, statement): the same key gets the same verdict. */
  key: z.string(),
  /** Key of the team's label (task, history, input, statement), which outlives judge and rubric; missing where none counts. */
  labelKey: z.string().regex(LABEL_KEY).exactOptional(),
  /** Set where it is a tool call of the answer, and not a part of its text. */
  isCall: z.literal(true).exactOptional(),
});
/** One unit of an answer that can be judged alone, with its verdict. */
export type JudgedStatement = Form<typeof judgedStatement>;

const flag = z.enum(['refusal', 'addresses-grader', 'empty', 'tool-calls-only']);
/** What makes a judged answer worth a remark. */
export type JudgementFlag = Form<typeof flag>;

export const judgementSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    /** 0..scale. */
    score: z.number().min(0),
    reason: z.string(),
    statements: z.array(judgedStatement),
    flags: z.array(flag),
    /** Keys of the pieces that state nothing: they are not counted, and need not be asked about again. */
    skipped: z.array(z.string()).exactOptional(),
  }),
  z.object({ status: z.literal('unscored'), kind: z.enum(FAILURE_KINDS), reason: z.string() }),
]);
/** One scorer's word on one answer. */
export type Judgement = Form<typeof judgementSchema>;
