import { ProviderError } from '../../model/errors.js';
import type { ExtractedStatement, Judge, Question, VerdictStore } from '../../model/judge.js';
import type { RelevancyOptions } from '../../model/settings.js';
import { contentWords } from '../content-words.js';
import { digest } from '../digest.js';
import { addressesGrader } from '../protocol/addresses-grader.js';
import type { ScoreOptions } from '../scorer.js';
import { CHECK_VERSION, checkExtraction } from './check-extraction.js';
import { inFlightOf } from './in-flight.js';
import { EXTRACTION_RULES, EXTRACTION_SCHEMA, EXTRACTION_SHAPE } from './relevancy-rules.js';
import { SEGMENTER_VERSION, segmentAnswer } from './segment/segment-answer.js';
import type { Unit } from './segment/unit.js';

/** An answer of one unit with fewer content words has nothing to take apart. */
const WORTH_ASKING = 4;

/** What stands in the data where a part that talks to the grader was taken out. */
export const LEFT_OUT = '[left out: this part talks to the grader]';
/** Lines over which one order to the grader may be spread. */
const LONGEST_RUN = 6;

export type Extraction = {
  readonly statements: readonly ExtractedStatement[];
  /** `null` where no judge was due. */
  readonly key: string | null;
  /** Indexes of the statements that talk to the grader. */
  readonly hostile: ReadonlySet<number>;
  /** The answer as a judge may see it: without what talks to the grader. */
  readonly shown: string;
};

/** Takes an answer apart into statements: by the judge, checked against the answer, else by rule. */
export async function extractStatements(
  context: {
    readonly judge: Judge;
    readonly store: VerdictStore;
    readonly extraction: RelevancyOptions['extraction'];
    readonly output: string;
    readonly answerHash: string;
  },
  options: ScoreOptions,
): Promise<Extraction> {
  const { judge, store, output } = context;
  const units = segmentAnswer(output);
  const hostile = hostileUnits(output, units);
  const shown = leaveOut(output, units, hostile);
  const [only] = units;
  const plain = only !== undefined && units.length === 1 && contentWords(only.text).length < WORTH_ASKING;
  // A judge that could be talked into leaving things out is not asked to take them apart.
  if (context.extraction === 'segment' || plain || hostile.size > 0) {
    return { statements: statementsOf(output, units), key: null, hostile, shown };
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
  if (known) return { statements: known, key, hostile, shown };
  const { extractions } = inFlightOf(store);
  let due = extractions.get(key);
  if (!due) {
    due = askForStatements(judge, { output, units }, options).finally(() => extractions.delete(key));
    extractions.set(key, due);
  }
  const statements = await due;
  store.keepStatements(key, statements);
  return { statements, key, hostile, shown };
}

async function askForStatements(
  judge: Judge,
  { output, units }: { readonly output: string; readonly units: readonly Unit[] },
  options: ScoreOptions,
): Promise<readonly ExtractedStatement[]> {
  const question: Question = {
    name: 'answer-relevancy/statements',
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

function statementsOf(output: string, units: readonly Unit[]): ExtractedStatement[] {
  return units.map(({ text, start, end }) => ({ text, quote: output.slice(start, end).trim() }));
}

/** Indexes of the fewest neighbouring units that together talk to the grader. */
function hostileUnits(output: string, units: readonly Unit[]): ReadonlySet<number> {
  const found = new Set<number>();
  if (!addressesGrader(output) && !units.some(({ text }) => addressesGrader(text))) return found;
  for (let size = 1; size <= Math.min(LONGEST_RUN, units.length); size++) {
    for (let index = 0; index + size <= units.length; index++) {
      const run = units.slice(index, index + size);
      const raw = output.slice(run[0]?.start, run.at(-1)?.end);
      if (!addressesGrader(run.map(({ text }) => text).join(' ')) && !addressesGrader(raw)) continue;
      for (let place = index; place < index + size; place++) found.add(place);
    }
    if (found.size > 0) return found;
  }
  return new Set(units.keys());
}

function leaveOut(output: string, units: readonly Unit[], hostile: ReadonlySet<number>): string {
  let shown = '';
  let from = 0;
  for (const index of hostile) {
    const unit = units[index];
    if (!unit) continue;
    shown += `${output.slice(from, Math.max(from, unit.start))}${LEFT_OUT}`;
    from = unit.end;
  }
  return shown + output.slice(from);
}
