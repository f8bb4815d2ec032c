import { z } from 'zod';
import type { Form } from './form.js';
import { LABEL_KEY, type Verdict, verdictLabel } from './verdict.js';

const KEY_RULE =
  'must be the key of a statement: copy it from a report, or let `prompt-regression label` write the row';
const toolCalls = z.array(
  z.object({
    name: z.string(),
    arguments: z.unknown().exactOptional(),
    result: z.unknown().exactOptional(),
  }),
);
const message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  toolCalls: toolCalls.exactOptional(),
});

/**
 * A row of a file of labels. A judge can only be checked against rows with `statement`, `input` and `answer`.
 */
export const teamLabelSchema = z.strictObject({
  /** Of task, history, input and statement: `labelKey` of a judged statement. */
  key: z.string(KEY_RULE).regex(LABEL_KEY, KEY_RULE),
  label: z.enum(verdictLabel.options, 'must be "yes", "unsure" or "no", in quotes'),
  case: z.string().exactOptional(),
  note: z.string().exactOptional(),
  statement: z.string().exactOptional(),
  /** The part of the answer that it is. */
  quote: z.string().exactOptional(),
  /** Set if it is a tool call. */
  call: z.literal(true).exactOptional(),
  task: z.string().nullable().exactOptional(),
  history: z.array(message).exactOptional(),
  input: z.string().exactOptional(),
  answer: z.string().exactOptional(),
  toolCalls: toolCalls.exactOptional(),
});
/** A team's label of one statement; it replaces the judge's verdict. */
export type TeamLabel = Form<typeof teamLabelSchema>;

/** A suite's labels by key; those of the base if there is one. */
export type TeamLabels = ReadonlyMap<string, TeamLabel>;

export const NO_LABELS: TeamLabels = new Map();

/** A label as a verdict. */
export function verdictOf({ label }: Pick<TeamLabel, 'label'>): Verdict {
  return { result: label, reason: `labelled ${label} by your team`, byTeam: true };
}
