import { parseJsonFile, readJsonLines } from '../dataset/rows.js';
import { type Answer, joinTurns, NO_USAGE, type Turn } from '../model/answer.js';
import { type Case, listTurns } from '../model/case.js';
import { createAbortError, describeError, UserError } from '../model/errors.js';
import { omitUndefined } from '../model/omit-undefined.js';
import { runRecordSchema } from '../model/run-record.js';
import { describeTarget } from '../model/target-settings.js';
import { toPlainNumbers } from '../text/json.js';
import { formatCount, isFields, isList } from '../text/values.js';
import { isWrittenNumber } from '../text/written-number.js';
import {
  buildAnswer,
  buildFailure,
  describeType,
  parseAnswerFields,
  readReportedError,
} from './build-answer.js';
import type { Target } from './target.js';

/**
 * Answers recorded elsewhere. Each case has as many samples as the least recorded one; a case without a recording is
 * a failed answer.
 */
export function openRecordedTarget(path: string, recorded: ReadonlyMap<string, RecordedCase>): Target {
  const find = (row: Case, sample: number): Answer => {
    const { id, inputHash } = row.recordedAs ?? row;
    const recordedCase = recorded.get(id);
    const missing = (why: string) => buildFailure('not-recorded', `${path}: ${why}`);
    if (recordedCase === undefined) return missing(`no answer for case ${JSON.stringify(id)}`);
    if (recordedCase.inputHash !== null && recordedCase.inputHash !== inputHash) {
      return missing(`the answer of case ${JSON.stringify(id)} was given to another input`);
    }
    const answer = recordedCase.answers[sample];
    if (answer !== undefined) return addTurnInputs(answer, listTurns(row), missing);
    const { length } = recordedCase.answers;
    return missing(
      `case ${JSON.stringify(id)} has ${formatCount(length, 'answer')}, but run ${sample + 1} is needed`,
    );
  };
  return {
    description: describeTarget({ kind: 'recorded', recorded: path }).name,
    maxSamples: Math.min(...[...recorded.values()].map(({ answers }) => answers.length)),
    async answer(row, sample, { signal }) {
      if (signal.aborted) throw createAbortError(signal);
      return find(row, sample);
    },
    usage: () => NO_USAGE,
    async [Symbol.asyncDispose]() {},
  };
}

/** The answer with the messages that its turns reply to. */
function addTurnInputs(answer: Answer, inputs: readonly string[], missing: (why: string) => Answer): Answer {
  if (answer.status === 'failed') return answer;
  const { turns, usage, seconds } = answer;
  if ((turns?.length ?? 1) !== inputs.length) {
    return missing(
      `an answer to ${formatCount(turns?.length ?? 1, 'message')} is recorded for a case with ${inputs.length}`,
    );
  }
  if (turns === undefined) return answer;
  return joinTurns(
    turns.map((turn, index) => ({ ...turn, input: inputs[index] ?? turn.input })),
    omitUndefined({ usage, seconds }),
  );
}

type RecordedCase = {
  /** The input's hash; `null` if the recording has none. */
  readonly inputHash: string | null;
  /** At least one sample. */
  readonly answers: readonly Answer[];
};

/**
 * Recorded answers by case id: JSON Lines `{"id","output","toolCalls"?,"context"?}`, `{"id","outputs"}` with an answer
 * per turn, or `{"id","error"}` with one sample per line, or a `.json` run record. Throws `UserError` with all problems.
 */
export function parseRecordedAnswers(text: string, path: string): ReadonlyMap<string, RecordedCase> {
  const cases = path.toLowerCase().endsWith('.json') ? parseRunRecord(text, path) : parseLines(text, path);
  if (cases.size === 0) throw new UserError(`${path}: holds no answers`);
  return cases;
}

function parseRunRecord(text: string, path: string): Map<string, RecordedCase> {
  const parsed = runRecordSchema.safeParse(parseJsonFile(text, path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined ? '' : ` (${issue.path.join('.') || 'at the top'}: ${issue.message})`;
    throw new UserError(
      `${path}: not a run record${where}; answers written by hand go into a .jsonl file, one {"id","output"} a line`,
    );
  }
  const record = parsed.data;
  if (record.text !== 'full') {
    throw new UserError(
      `${path}: was written with text "${record.text}" and does not hold the answers' texts`,
    );
  }
  return new Map(
    record.cases
      .filter(({ samples }) => samples.length > 0)
      .map(({ id, inputHash, samples }) => [id, { inputHash, answers: samples.map(({ answer }) => answer) }]),
  );
}

function parseLines(text: string, path: string): Map<string, RecordedCase> {
  const byId = new Map<string, { inputHash: null; answers: Answer[] }>();
  const { rows, problems: unreadable } = readJsonLines(text, path);
  const problems = [...unreadable];
  for (const { line, value } of rows) {
    try {
      const { id, answer } = parseRow(value);
      const existing = byId.get(id);
      if (existing === undefined) byId.set(id, { inputHash: null, answers: [answer] });
      else existing.answers.push(answer);
    } catch (thrown) {
      problems.push(`${path}:${line}: ${describeError(thrown)}`);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return byId;
}

function parseRow(row: unknown): { id: string; answer: Answer } {
  if (!isFields(row)) throw new UserError(`${describeType(row)} instead of an object {"id","output"}`);
  const id = isWrittenNumber(row['id']) ? row['id'].rawJSON : row['id'];
  if (typeof id !== 'string' || id === '') throw new UserError('it has no id');
  const fields = Object(toPlainNumbers(row));
  const { outputs } = fields;
  const answer =
    readReportedError(fields) ??
    (outputs === undefined ? buildAnswer(parseAnswerFields(fields)) : parseTurns(outputs));
  return { id, answer };
}

function parseTurns(outputs: unknown): Answer {
  if (!isList(outputs) || outputs.length < 2)
    throw new UserError('outputs is not a list of answers, one for each of several turns');
  const turns: Turn[] = [];
  for (const [index, given] of outputs.entries()) {
    const answer = buildAnswer(parseAnswerFields(isFields(given) ? given : { output: given }));
    if (answer.status === 'failed') return buildFailure(answer.kind, `turn ${index + 1}: ${answer.message}`);
    turns.push({ input: '', ...answer });
  }
  return joinTurns(turns, {});
}
