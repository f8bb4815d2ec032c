import type { Message } from '../model/case.js';
import type { ComparedPiece, Match, PieceMatch, Search } from '../model/comparison.js';
import { type Log, SILENT_LOG } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import type { Judge } from '../model/judge.js';
import { CONTROL_POOL, chooseControl } from '../scorers/judged/control-statement.js';
import { judgeItems } from '../scorers/judged/judge-items.js';
import { digest } from '../text/json.js';
import {
  assignKeys,
  buildCompareQuestion,
  COMPARE_RULES,
  countPlaces,
  type PieceReference,
  parseCompareReply,
} from './compare-question.js';

export interface MatchStore {
  match(key: string): PieceMatch | undefined;
  keepMatch(key: string, result: PieceMatch): void;
}

export type MatchSetup = {
  readonly judge: Judge;
  readonly store: MatchStore;
  readonly salt: string;
};

/** Longer answers are not compared. */
const MAX_ANSWER_LENGTH = 40_000;

/** The searches in the answers to one input. */
export type MatchRequest = {
  readonly input: string;
  readonly history: readonly Message[];
  readonly searches: readonly Search[];
};

type Options = { readonly signal: AbortSignal; readonly log?: Log };

/**
 * Compares the answers of one case, in one call per answer. Results are stored by texts and places. Without a usable reply
 * the result is `unknown`. Never throws for a provider's error.
 */
export async function matchPieces(
  { searches, ...pieceRequest }: MatchRequest,
  matching: MatchSetup,
  options: Options,
): Promise<readonly Match[]> {
  const matches = mergeSearches(searches).map((search) =>
    matchInAnswer(pieceRequest, search, matching, options),
  );
  return (await Promise.all(matches)).flat();
}

/** Several scorers may search the same answer. */
function mergeSearches(searches: readonly Search[]): readonly Search[] {
  const listEarlierIds = ({ earlier }: Search) => earlier.flat().map(({ id }) => id);
  const groups = Map.groupBy(searches, (search) =>
    digest([search.answerId, search.draw, listEarlierIds(search)]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const wanted = [...new Set(all.flatMap((search) => search.wanted))];
    const added = [...new Set(all.flatMap((search) => search.added))];
    return [{ ...first, wanted, added }];
  });
}

type Request = Omit<MatchRequest, 'searches'>;

async function matchInAnswer(
  pieceRequest: Request,
  search: Search,
  matching: MatchSetup,
  options: Options,
): Promise<readonly Match[]> {
  const { store } = matching;
  const keyed = keyPieces(pieceRequest, search, matching.judge);
  const due = keyed.filter(({ key }) => store.match(key) === undefined);
  const results = await askJudge(
    pieceRequest,
    search,
    due.map(({ piece }) => piece),
    matching,
    options,
  );
  for (const [at, match] of results.entries()) {
    if (match.result.status !== 'unknown') store.keepMatch(due[at]?.key ?? '', match);
  }
  const { answerId, draw } = search;
  return keyed.map(({ key, piece }): Match => {
    const match = store.match(key) ?? { side: piece.side, result: { status: 'unknown' } };
    return { answerId, pieceId: piece.id, draw, ...match };
  });
}

type KeyedPiece = { readonly key: string; readonly piece: PieceReference };

/** An answer's piece is judged with all earlier pieces. Whether the answer says an earlier piece does not depend on them. */
function keyPieces({ input, history }: Request, search: Search, judge: Judge): readonly KeyedPiece[] {
  const { earlier, answerId, draw, wanted, added } = search;
  const sharedParts = [judge.fingerprint, COMPARE_RULES, input, history, answerId, draw];
  const shown = new Map(earlier.flat().map((piece) => [piece.id, piece.shown]));
  const ids = earlier.flat().map(({ id }) => id);
  return [
    ...wanted.map((id) => ({
      key: digest([...sharedParts, id, shown.get(id)]),
      piece: { side: 'earlier', id } as const,
    })),
    ...added.map((id) => ({
      key: digest([...sharedParts, id, ids]),
      piece: { side: 'answer', id } as const,
    })),
  ];
}

/** The judge's results in the order of the pieces; empty if there are none. */
async function askJudge(
  pieceRequest: Request,
  search: Search,
  pieces: readonly PieceReference[],
  { judge, salt }: MatchSetup,
  { signal, log = SILENT_LOG }: Options,
): Promise<readonly PieceMatch[]> {
  if (pieces.length === 0 || countCharacters(search.answer) > MAX_ANSWER_LENGTH || signal.aborted) return [];
  const foreign = JSON.stringify([pieceRequest, search.earlier, search.answer]);
  try {
    return await judgeItems({
      judge,
      name: 'statements/compare',
      items: { count: pieces.length, many: 'statements' },
      ask: ({ group, round, attempt }) => {
        const part = group.flatMap((index) => pieces[index] ?? []);
        // The numbers are the same in all parts of a long comparison.
        const seed = [round, attempt, search.draw, search.answerId];
        const control = chooseControl(CONTROL_POOL, { salt, seed, foreign, places: countPlaces(search) });
        const numbered = assignKeys(search, control);
        return {
          question: buildCompareQuestion(pieceRequest, numbered, { pieces: part, draw: search.draw }),
          read: (reply) => parseCompareReply(reply, numbered, { pieces: part, isLast: attempt > 1 }),
        };
      },
      slip: 'finds what nobody said',
      signal,
    });
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    if (!signal.aborted) log.info(`Statements could not be compared: ${thrown.message}`);
    return [];
  }
}

function countCharacters(pieces: readonly ComparedPiece[]): number {
  return pieces.reduce((sum, { shown }) => sum + shown.length, 0);
}
