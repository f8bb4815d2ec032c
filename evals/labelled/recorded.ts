import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../../src/ports/errors.js';
import type { VerdictLabel } from '../../src/ports/verdict.js';
import type { JudgedStatement } from './judge-labelled.js';
import type { LabelledInput } from './labelled-inputs.js';

const label = z.enum(['yes', 'unsure', 'no']);

const recorded = z.strictObject({
  /** Who judged, as a reader should know it. */
  judge: z.string().min(1),
  /** Fingerprint of the rules that it was asked under. */
  rubric: z.string().min(1),
  /** Of the verdict step: calls, and tokens of requests (schema included) and replies. */
  usage: z.strictObject({ calls: z.number(), inputTokens: z.number(), outputTokens: z.number() }),
  /** By the id of the input, one verdict with its reason for every statement; `null` where there is none. */
  verdicts: z.record(z.string(), z.array(z.tuple([label, z.string()]).nullable())),
  /** What became of the planted sentences, by who took them apart; in the order of `planted.yml`. */
  planted: z.record(z.string(), z.array(z.array(z.string()).readonly()).readonly()),
});

/** What a judge once said to the labelled statements: its figures can be printed again without it. */
export type Recorded = z.infer<typeof recorded>;

/** Reads recorded verdicts. Throws `UserError` naming what is not in form. */
export async function readRecorded(path: string): Promise<Recorded> {
  const parsed = recorded.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new UserError(`${path}: ${z.prettifyError(parsed.error)}`);
}

/** The verdicts of these statements, by input. */
export function verdictsOf(judged: readonly JudgedStatement[]): Recorded['verdicts'] {
  const byInput: Recorded['verdicts'] = {};
  for (const { inputId, verdict } of judged) {
    const said = verdict === null ? null : ([verdict.result, verdict.reason] as [VerdictLabel, string]);
    byInput[inputId] = [...(byInput[inputId] ?? []), said];
  }
  return byInput;
}

/** Labelled statements with the verdicts that were recorded for them; inputs that nobody judged are left out. */
export function judgedFrom(
  inputs: readonly LabelledInput[],
  verdicts: Recorded['verdicts'],
): readonly JudgedStatement[] {
  return inputs.flatMap(({ id, statements }) => {
    const said = verdicts[id];
    if (said === undefined) return [];
    if (said.length !== statements.length) {
      throw new UserError(
        `${id}: ${said.length} verdicts are recorded for ${statements.length} statements: record it anew`,
      );
    }
    return statements.map((statement, index) => {
      const [result, reason] = said[index] ?? [];
      const verdict = result === undefined ? null : { result, reason: reason ?? '' };
      return { ...statement, inputId: id, verdict };
    });
  });
}

/** The labels that a second person or model gave, in the form of verdicts, by input. */
export async function readSecondLabels(): Promise<Recorded['verdicts']> {
  const file = new URL('second-labels.yml', import.meta.url);
  const byInput = z.record(z.string(), z.array(label)).parse(parse(await readFile(file, 'utf8')));
  return Object.fromEntries(
    Object.entries(byInput).map(([id, labels]) => [
      id,
      labels.map((said) => [said, ''] as [VerdictLabel, string]),
    ]),
  );
}
