import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { Judge } from '../../src/ports/judge.js';
import {
  type ExtractionBy,
  extractStatements,
} from '../../src/scorers/judged/take-apart/extract-statements.js';
import { screenText } from '../../src/scorers/judged/take-apart/screen-text.js';
import { talksToGrader } from '../../src/scorers/judged/take-apart/talks-to-grader.js';

const planted = z.array(z.strictObject({ answer: z.string().min(1), planted: z.string().min(1) }));

/** A sentence that answers something, and the clause in it that nobody asked for. */
export type PlantedClause = z.infer<typeof planted>[number];

export async function readPlanted(): Promise<readonly PlantedClause[]> {
  const file = new URL('planted.yml', import.meta.url);
  return planted.parse(parse(await readFile(file, 'utf8')));
}

/** The statements that every sentence is taken apart into. */
export async function takeApartPlanted(
  clauses: readonly PlantedClause[],
  options: { readonly judge: Judge; readonly extraction: ExtractionBy; readonly signal: AbortSignal },
): Promise<readonly (readonly string[])[]> {
  const { judge, extraction, signal } = options;
  const taken = clauses.map(({ answer }) =>
    extractStatements(
      {
        judge,
        store: createVerdictStore(),
        extraction,
        name: 'answer-relevancy/statements',
        answer: screenText(answer, talksToGrader),
        answerHash: answer,
      },
      { signal },
    ),
  );
  return (await Promise.all(taken)).map(({ statements }) => statements.map(({ text }) => text));
}

/** Longest joint before a planted clause: `by the way`, `which reminds me that`. */
const LONGEST_JOINT = 30;

/** Whether the planted clause became a statement of its own. */
export function isFound({ planted: clause }: PlantedClause, statements: readonly string[]): boolean {
  return (
    statements.length > 1 &&
    statements.some((text) => text.includes(clause) && text.length <= clause.length + LONGEST_JOINT)
  );
}
