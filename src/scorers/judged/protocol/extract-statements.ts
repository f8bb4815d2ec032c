import { ProviderError } from '../../../ports/errors.js';
import type { ExtractedStatement, Judge, Question, VerdictStore } from '../../../ports/judge.js';
import { contentWords } from '../../../text/content-words.js';
import { digest } from '../../digest.js';
import type { ScoreOptions } from '../../scorer.js';
import { SEGMENTER_VERSION } from '../segment/segment-answer.js';
import type { Unit } from '../segment/unit.js';
import { CHECK_VERSION, checkExtraction } from './check-extraction.js';
import { EXTRACTION_RULES, EXTRACTION_SCHEMA, EXTRACTION_SHAPE } from './extraction-rules.js';
import { inFlightOf } from './in-flight.js';
import type { ScreenedText } from './screen-text.js';

/** An answer of one unit with fewer content words has nothing to take apart. */
const WORTH_ASKING = 4;

export type Extraction = {
  readonly statements: readonly ExtractedStatement[];
  /** `null` where no judge was due. */
  readonly key: string | null;
  /** Indexes of the statements that talk to the grader. */
  readonly hostile: ReadonlySet<number>;
};

/** Who takes an answer apart: the judge, or the segmenter alone. */
export type ExtractionBy = 'judge' | 'segment';

/** Takes an answer apart into statements: by the judge, checked against the answer, else by rule. */
export async function extractStatements(
  context: {
    readonly judge: Judge;
    readonly store: VerdictStore;
    readonly extraction: ExtractionBy;
    /** Name of the question. */
    readonly name: string;
    readonly answer: ScreenedText;
    readonly answerHash: string;
  },
  options: ScoreOptions,
): Promise<Extraction> {
  const { judge, store, name } = context;
  const { text: output, units, hostile } = context.answer;
  const [only] = units;
  const plain = only === undefined || (units.length === 1 && contentWords(only.text).length < WORTH_ASKING);
  // A judge that could be talked into leaving things out is not asked to take them apart.
  if (context.extraction === 'segment' || plain || hostile.size > 0) {
    return { statements: statementsOf(output, units), key: null, hostile };
  }
  const key = digest([
    'statements',
    judge.fingerprint,
    EXTRACTION_RULES,
    SEGMENTER_VERSION,
    CHECK_VERSION,
    context.answerHash,
  ]);
  const known = store.statements(key);
  if (known) return { statements: known, key, hostile };
  const { extractions } = inFlightOf(store);
  let due = extractions.get(key);
  if (!due) {
    due = askForStatements(judge, { name, output, units }, options).finally(() => extractions.delete(key));
    extractions.set(key, due);
  }
  const statements = await due;
  store.keepStatements(key, statements);
  return { statements, key, hostile };
}

async function askForStatements(
  judge: Judge,
  {
    name,
    output,
    units,
  }: { readonly name: string; readonly output: string; readonly units: readonly Unit[] },
  options: ScoreOptions,
): Promise<readonly ExtractedStatement[]> {
  const question: Question = {
    name,
    rules: EXTRACTION_RULES,
    data: { answer: output },
    schema: EXTRACTION_SCHEMA,
    shape: EXTRACTION_SHAPE,
  };
  options.onQuestion?.('preprocess', question);
  try {
    const reply = await judge.ask(question, { signal: options.signal });
    return checkExtraction(reply, { answer: output, units }) ?? statementsOf(output, units);
  } catch (error) {
    if (!(error instanceof ProviderError) || !UNUSABLE.has(error.kind)) throw error;
    return statementsOf(output, units);
  }
}

/** Replies that cannot be used, from a judge that can be reached: the answer is then taken apart by rule. */
const UNUSABLE: ReadonlySet<string> = new Set(['malformed', 'length', 'refused', 'content-filter']);

export function statementsOf(output: string, units: readonly Unit[]): ExtractedStatement[] {
  return units.map(({ text, start, end }) => ({ text, quote: output.slice(start, end).trim() }));
}
