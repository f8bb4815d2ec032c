import { z } from 'zod';
import { messageSchema, type ReadonlyOutput, toolCallSchema } from './case.js';
import { FAILURE_KINDS } from './errors.js';

export const verdictLabel = z.enum(['yes', 'unsure', 'no']);
export type VerdictLabel = ReadonlyOutput<typeof verdictLabel>;
/** From best to worst. */
export const VERDICT_LABELS: readonly VerdictLabel[] = verdictLabel.options;

/** Form of a label's key: 80 bits, so that a second statement with the same key cannot be made. */
export const LABEL_KEY_PATTERN = /^[0-9a-f]{20}$/;

export const verdictSchema = z.object({
  result: verdictLabel,
  reason: z.string(),
  label: z.string().exactOptional(),
  /** Of a piece that joins an answer with something else: the words of the latter, which are a statement of their own. */
  off: z.string().exactOptional(),
  /** Set if the verdict is the team's label, not a judge's. */
  byTeam: z.literal(true).exactOptional(),
});
/**
 * `result` says of every scorer's items the same: `yes` is as it should be, `no` is not. A scorer with words of its own
 * (`semantic`, `contradicted` …) keeps them in `label`.
 */
export type Verdict = ReadonlyOutput<typeof verdictSchema>;

const judgedStatement = verdictSchema.extend({
  text: z.string(),
  /** The verbatim part of the answer that it came from. */
  quote: z.string(),
  /** Key of the verdict (judge, rubric, task, history, input, statement): the same key gets the same verdict. */
  key: z.string(),
  /** Key of the team's label (task, history, input, statement), which outlives judge and rubric; missing if none counts. */
  labelKey: z.string().regex(LABEL_KEY_PATTERN).exactOptional(),
  /** Set if it is a tool call of the answer, and not a part of its text. */
  isCall: z.literal(true).exactOptional(),
  /** The turn that says it, from 1, if the case has several. */
  turn: z.number().exactOptional(),
});
export type JudgedStatement = ReadonlyOutput<typeof judgedStatement>;

const flag = z.enum(['addresses-grader', 'empty', 'tool-calls-only']);
export type JudgementFlag = ReadonlyOutput<typeof flag>;

export const judgementSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    /** 0..scale. */
    score: z.number().min(0),
    reason: z.string(),
    statements: z.array(judgedStatement),
    flags: z.array(flag),
    /** Keys of pieces that state nothing or repeat another. They are not counted or judged again. */
    skipped: z.array(z.string()).exactOptional(),
    /** Of a case with several turns; `score` is their mean. */
    turns: z.array(z.object({ score: z.number(), reason: z.string() })).exactOptional(),
  }),
  z.object({ status: z.literal('unscored'), kind: z.enum(FAILURE_KINDS), reason: z.string() }),
]);
export type Judgement = ReadonlyOutput<typeof judgementSchema>;
export type ScoredJudgement = Extract<Judgement, { readonly status: 'scored' }>;

const KEY_RULE =
  'must be the key of a statement: copy it from a report, or let `prompt-regression label` write the row';

/**
 * A row of a file of labels. A judge can only be checked against rows with `statement`, `input` and `answer`.
 */
export const teamLabelSchema = z.strictObject({
  /** Of task, history, input and statement: `labelKey` of a judged statement. */
  key: z.string(KEY_RULE).regex(LABEL_KEY_PATTERN, KEY_RULE),
  label: z.enum(verdictLabel.options, 'must be "yes", "unsure" or "no", in quotes'),
  case: z.string().exactOptional(),
  note: z.string().exactOptional(),
  statement: z.string().exactOptional(),
  quote: z.string().exactOptional(),
  call: z.literal(true).exactOptional(),
  task: z.string().nullable().exactOptional(),
  history: z.array(messageSchema).exactOptional(),
  input: z.string().exactOptional(),
  answer: z.string().exactOptional(),
  toolCalls: z.array(toolCallSchema).exactOptional(),
});
/** A team's label of one statement; it replaces the judge's verdict. */
export type TeamLabel = ReadonlyOutput<typeof teamLabelSchema>;

/** A suite's labels by key; those of the base if there is one. */
export type TeamLabels = ReadonlyMap<string, TeamLabel>;

export const NO_LABELS: TeamLabels = new Map();

export function labelToVerdict({ label }: TeamLabel): Verdict {
  return { result: label, reason: `labelled ${label} by your team`, byTeam: true };
}
