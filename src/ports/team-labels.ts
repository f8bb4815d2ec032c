import { z } from 'zod';
import type { Message, ToolCall } from './dataset.js';
import type { Form } from './form.js';
import { LABEL_KEY, type Verdict, type VerdictLabel, verdictLabel } from './verdict.js';

/** A statement as it was labelled, with all that a judge has to see to be asked about it. */
export type LabelledStatement = {
  readonly statement: string;
  /** The part of the answer that it is. */
  readonly quote: string;
  /** Set where it is a tool call. */
  readonly isCall?: true;
  readonly task: string | null;
  readonly history: readonly Message[];
  readonly input: string;
  /** The answer that says it. */
  readonly answer: string;
  readonly toolCalls: readonly ToolCall[];
};

/** What a team says of one statement; it takes the place of the judge's verdict. */
export type TeamLabel = {
  /** Of task, history, input and statement: `labelKey` of a judged statement. */
  readonly key: string;
  readonly label: VerdictLabel;
  /** Of its file, from 1. */
  readonly line: number;
  /** `null` where the row has little more than its key: then nobody can be asked about it. */
  readonly said: LabelledStatement | null;
};

/** A suite's labels by key; those of the base where there is one. */
export type TeamLabels = ReadonlyMap<string, TeamLabel>;

export const NO_LABELS: TeamLabels = new Map();

/** A label as a verdict. */
export function verdictOf({ label }: Pick<TeamLabel, 'label'>): Verdict {
  return { result: label, reason: `labelled ${label} by your team`, byTeam: true };
}

const labelledVerdict = z.object({
  labelKey: z.string().regex(LABEL_KEY),
  /** Key of the verdict. */
  key: z.string(),
  result: verdictLabel,
  /** A model's text; empty where a record keeps none. */
  reason: z.string(),
});
/** What a judge says of a labelled statement by itself. */
export type LabelledVerdict = Form<typeof labelledVerdict>;

export const labelCheckSchema = z.object({
  /** Fingerprints of the judge and of the rules that it was asked by: under others it says nothing. */
  judge: z.string(),
  rubric: z.string(),
  verdicts: z.array(labelledVerdict),
});
/** How far a judge agrees with a team, statement by statement. */
export type LabelCheck = Form<typeof labelCheckSchema>;

/** How many of a team's labels a judge agrees with. */
export type Agreement = {
  readonly agreed: number;
  /** Labels that the judge was asked about. */
  readonly of: number;
  /** Labels that it was to be asked about, and gave no verdict on. */
  readonly missed: number;
  /** All labels, those besides of which nobody knows what they are about. */
  readonly labels: number;
};

/** Fewer labels than this say too little of a judge to stop anything: of 20, one is 5 %. */
export const LEAST_LABELS = 20;

/** What a suite asks of its judge. */
export type AgreementGate = Agreement & {
  /** Share of the labels, 0..1. */
  readonly minimum: number;
};

/** Whether a judge agrees often enough; `null` where the labels say too little. */
export function agreesEnough({
  agreed,
  of,
  minimum,
}: Pick<AgreementGate, 'agreed' | 'of' | 'minimum'>): boolean | null {
  // Whole numbers: 14 of 25 are 0.56, whatever that is in binary.
  return of < LEAST_LABELS ? null : agreed >= minimum * of - 1e-9;
}
