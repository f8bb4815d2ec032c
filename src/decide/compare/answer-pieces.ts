import type { ToolCall } from '../../model/case.js';
import type { ComparedPiece } from '../../model/comparison.js';
import { omitKeys } from '../../model/omit-keys.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import type { JudgedStatement, ScoredJudgement, VerdictLabel } from '../../model/verdict.js';
import { renderToolCall } from '../../scorers/judged/plan-request.js';
import { type Piece, splitAnswer } from '../../scorers/judged/split-answer.js';
import { digest } from '../../text/json.js';
import { normalizeWording } from '../../text/words.js';

/** A scored run with its answer; without text and calls if the record keeps none. */
export type ScoredRun = {
  readonly judgement: ScoredJudgement;
  readonly answer: string;
  readonly toolCalls?: readonly ToolCall[];
};

/** One piece of one run's answer, with the scorer's verdict. */
export type AnswerPiece = ComparedPiece & {
  /** For readers, without list marks and emphasis. */
  readonly text: string;
  readonly normalised: string;
  /** The text with its place in words, for a list that shows only some pieces. */
  readonly alone: string;
  /** Place among the answer's pieces, followed by its calls; `null` for a statement that is not a part of the answer. */
  readonly at: number | null;
  /** `null` if it states nothing, or repeats another. */
  readonly result: VerdictLabel | null;
  readonly reason: string;
  readonly labelKey?: string;
};

/** One run's answer in pieces. The same text in the same place is listed once. */
export type AnswerPieces = {
  /** Equal for answers with the same pieces; empty without any. */
  readonly answerId: string;
  readonly pieces: readonly AnswerPiece[];
};

/** Masks the arguments of a call that differ from run to run. */
export type MaskCall = (call: ToolCall) => ToolCall;

export function buildAnswerPieces(
  { judgement, answer, toolCalls = [] }: ScoredRun,
  mask: MaskCall,
): AnswerPieces {
  const split = splitAnswer(answer);
  const textStatements = judgement.statements.filter(({ isCall }) => isCall !== true);
  const { texts, others } = buildTextPieces(answer, split, textStatements);
  const calls = judgement.statements.filter(({ isCall }) => isCall === true);
  const byCall = new Map(calls.map((each) => [each.quote, each]));
  const times = new Map<string, number>();
  const callPieces = toolCalls.map((call, index) => {
    const [text, shown] = [renderToolCallText(call), renderToolCallText(mask(call))];
    const time = (times.get(shown) ?? 0) + 1;
    times.set(shown, time);
    return buildCallPiece(shown, byCall.get(text), { at: split.length + index, text, time });
  });
  const madeCalls = new Set(toolCalls.map(renderToolCallText));
  const unmatchedCalls = calls
    .filter(({ quote }) => !madeCalls.has(quote))
    .map((each) => buildCallPiece(each.quote, each, { at: null, text: each.quote, time: 1 }));
  const pieces = [...texts, ...others, ...callPieces, ...unmatchedCalls].filter(
    ({ normalised }) => normalised !== '',
  );
  const id = digest(pieces.map((piece) => [piece.id, piece.shown]));
  return { answerId: pieces.length === 0 ? '' : id, pieces: removeDuplicates(pieces) };
}

/** A call without its result, which is the tool's text and not the agent's. */
export function renderToolCallText(call: ToolCall): string {
  return renderToolCall(omitKeys(call, 'result'));
}

function removeDuplicates(pieces: readonly AnswerPiece[]): readonly AnswerPiece[] {
  const first = new Map<string, AnswerPiece>();
  for (const piece of pieces) if (!first.has(piece.id)) first.set(piece.id, piece);
  return [...first.values()];
}

/**
 * The pieces of a text with their verdicts. A mixed piece, and one that was judged in parts, gives its parts. `others`:
 * statements that are not parts of the text.
 */
function buildTextPieces(answer: string, split: readonly Piece[], statements: readonly JudgedStatement[]) {
  const byWording = new Map(statements.map((each) => [normalizeWording(each.text), each]));
  const wordings = split.map(({ text }) => normalizeWording(text));
  const left = new Map(byWording);
  for (const wording of wordings) left.delete(wording);
  const texts = split.flatMap((piece, at): readonly AnswerPiece[] => {
    const normalised = wordings[at] ?? '';
    const whole = byWording.get(normalised);
    if (whole !== undefined || left.size === 0)
      return [buildTextPiece(piece, { at, normalised, statement: whole })];
    const quote = answer.slice(piece.start, piece.end).trim();
    const parts = [...left].filter(([, { text, quote: own }]) => own === quote || piece.text.includes(text));
    for (const [wording] of parts) left.delete(wording);
    if (parts.length === 0) return [buildTextPiece(piece, { at, normalised, statement: undefined })];
    return parts.map(([wording, part]) =>
      buildTextPiece(
        { ...piece, text: part.text, marked: part.text },
        { at, normalised: wording, statement: part },
      ),
    );
  });
  const others = [...left].map(([normalised, each]) =>
    buildTextPiece(
      { text: each.text, marked: each.text, lead: '', path: [] },
      { at: null, normalised, statement: each },
    ),
  );
  return { texts, others };
}

function buildTextPiece(
  { text, marked, lead, path, isCode }: Omit<Piece, 'start' | 'end'>,
  {
    at,
    normalised,
    statement,
  }: {
    readonly at: number | null;
    readonly normalised: string;
    readonly statement: JudgedStatement | undefined;
  },
): AnswerPiece {
  // In code every character counts. Elsewhere check marks and emphasis count, because they may mark a choice.
  const marks = isCode === true || marked !== text || EMPHASISED.test(marked) ? marked : '';
  const id = digest([path.map(normalizeWording), normalised, marks], ID_LENGTH);
  return {
    id,
    shown: `${lead}${marked}`,
    alone:
      path.length === 0
        ? `${lead.trimStart()}${marked}`
        : [...path, `${lead.trimStart()}${marked}`].join(' › '),
    text,
    normalised,
    at,
    ...pickVerdict(statement),
  };
}

const ID_LENGTH = 24;

/** Matches a text that is emphasised as a whole. */
const EMPHASISED = /^([*_]+)\S(?:.*\S)?\1\W*$/su;

function buildCallPiece(
  shown: string,
  statement: JudgedStatement | undefined,
  { at, text, time }: { readonly at: number | null; readonly text: string; readonly time: number },
): AnswerPiece {
  // Two calls are not the same as one: the second may charge a customer again.
  const again = time === 1 ? '' : ` (time ${time})`;
  const id = digest(['call', shown, again], ID_LENGTH);
  const callText = `called ${text}${again}`;
  return {
    id,
    shown: `${shown}${again}`,
    alone: `${shown}${again}`,
    at,
    isCall: true,
    text: callText,
    normalised: callText,
    ...pickVerdict(statement),
  };
}

function pickVerdict(statement: JudgedStatement | undefined) {
  if (statement === undefined) return { result: null, reason: '' };
  const { result, reason, labelKey } = statement;
  return omitUndefined({ result, reason, labelKey });
}
