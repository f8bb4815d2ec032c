import type { PairedCase } from '../model/comparison.js';
import type { BlockCoverage, Coverage, Noticing, PlaceboCoverage } from '../model/coverage.js';
import {
  type AnswerCounts,
  type CaseNotice,
  countAnswersPerSide,
  examineCase,
  NOTICE_RULE,
} from './notice.js';
import { type CaseText, orderByNearness } from './order-cases.js';
import { type CoveredFile, cutPrompt, makePlacebo, removeBlock } from './prompt-blocks.js';

/** One edited text of the covered file. `name` is unique in its file and changes only with the text. */
export type PromptVariant = { readonly path: string; readonly name: string; readonly text: string };

/** One case's answers under the variant (head) compared with those under the whole prompt (base). */
export type VariantComparison = {
  readonly id: string;
  /** One for each scorer that has a score on both sides; empty if none has. */
  readonly pairs: readonly PairedCase[];
  readonly counts: AnswerCounts;
};

/** Answers that are needed next, under the variant or under the whole prompt. */
export type VariantQuestion = {
  readonly side: 'variant' | 'base';
  readonly caseIds: readonly string[];
  /** Answers that each of them has then in all. */
  readonly upTo: number;
};

/**
 * Asks for more answers and returns these cases; a case without a score on both sides is missing. `null`: the budget or
 * the time is spent, so nothing more can run.
 */
export type AskVariant = (
  variant: PromptVariant,
  question: VariantQuestion,
) => Promise<readonly VariantComparison[] | null>;

/** What is measured, and with which cases. */
export type CoveragePlan = {
  readonly files: readonly CoveredFile[];
  readonly cases: readonly CaseText[];
  /** Asks every case about every block, instead of the nearest until one notices it. */
  readonly all: boolean;
};

/** What each block and the harmless edit changed. */
export type CoverageResult = {
  readonly blocks: Coverage['blocks'];
  readonly placebo: Coverage['placebo'];
};

/** Cases that one block asks; the nearest by shared words. */
export const NEAREST_CASES = 30;
/** Cases that run together; a block is done at the first that notices it. */
const BATCH = 5;
/** Blocks that are measured at the same time. */
const CONCURRENT_BLOCKS = 4;

/** Leaves out one paragraph after the other and sees whether a case notices. */
export async function measureCoverage(plan: CoveragePlan, ask: AskVariant): Promise<CoverageResult> {
  const placebo = await measurePlacebo(plan, ask);
  const blocks = plan.files.flatMap((file) => cutPrompt(file).map((block) => ({ file, block })));
  const results: BlockCoverage[] = [];
  let next = 0;
  const measureNext = async (): Promise<void> => {
    for (let at = next; at < blocks.length; at = next) {
      next += 1;
      const each = blocks[at];
      if (each !== undefined) results[at] = await measureBlock(each, plan, ask);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_BLOCKS }, measureNext));
  return { blocks: results, placebo };
}

type FileBlock = { readonly file: CoveredFile; readonly block: ReturnType<typeof cutPrompt>[number] };

async function measureBlock(
  { file, block }: FileBlock,
  { cases, all }: CoveragePlan,
  ask: AskVariant,
): Promise<BlockCoverage> {
  const lines = { first: block.start + 1, last: block.end };
  const name = `without lines ${lines.first}–${lines.last}`;
  const variant = { path: file.path, name, text: removeBlock(file.text, block) };
  const nearest = orderByNearness(block.text, cases);
  const search = await searchNoticing(all ? nearest : nearest.slice(0, NEAREST_CASES), {
    variant,
    ask,
    perSide: countAnswersPerSide(cases.length),
    stopsAtFirst: !all,
  });
  const { asked, noticedBy } = search;
  return { path: file.path, lines, text: block.text, state: chooseState(search), asked, noticedBy };
}

function chooseState({ noticedBy, isWhole }: SearchResult): BlockCoverage['state'] {
  if (noticedBy.length > 0) return 'noticed';
  return isWhole ? 'unnoticed' : 'unfinished';
}

async function measurePlacebo(
  { files, cases }: CoveragePlan,
  ask: AskVariant,
): Promise<PlaceboCoverage | null> {
  for (const file of files) {
    const placebo = makePlacebo(file);
    if (placebo === null) continue;
    const { edit, line, text } = placebo;
    const edited = file.text.split('\n')[line] ?? '';
    const caseIds = orderByNearness(edited, cases).slice(0, NEAREST_CASES);
    const { asked, noticedBy } = await searchNoticing(caseIds, {
      variant: { path: file.path, name: 'harmless edit', text },
      ask,
      perSide: countAnswersPerSide(cases.length),
      stopsAtFirst: false,
    });
    return { path: file.path, edit, line: line + 1, asked, noticedBy };
  }
  return null;
}

type Search = {
  readonly variant: PromptVariant;
  readonly ask: AskVariant;
  readonly perSide: number;
  readonly stopsAtFirst: boolean;
};

type SearchResult = {
  readonly noticedBy: readonly Noticing[];
  readonly asked: number;
  /** False if the budget ended it, or if no answer has a score. */
  readonly isWhole: boolean;
};

async function searchNoticing(caseIds: readonly string[], search: Search): Promise<SearchResult> {
  const noticedBy: Noticing[] = [];
  let asked = 0;
  for (let from = 0; from < caseIds.length; from += BATCH) {
    const batch = await askBatch(caseIds.slice(from, from + BATCH), search);
    if (batch === null) return { noticedBy, asked, isWhole: false };
    noticedBy.push(...batch.noticedBy);
    asked += batch.scored;
    if (search.stopsAtFirst && noticedBy.length > 0) break;
  }
  return { noticedBy, asked, isWhole: asked > 0 };
}

/** Asks until each of these cases is decided, or one notices if that is enough; `null` if the budget ends it first. */
async function askBatch(
  caseIds: readonly string[],
  { variant, ask, perSide, stopsAtFirst }: Search,
): Promise<BatchResult | null> {
  const notices = new Map<string, CaseState>();
  let question: VariantQuestion | null = { side: 'variant', caseIds, upTo: 1 };
  while (question !== null) {
    const comparisons = await ask(variant, question);
    if (comparisons === null) return null;
    const answered = new Map(comparisons.map((each) => [each.id, each]));
    for (const id of question.caseIds) {
      const each = answered.get(id);
      notices.set(id, each === undefined ? UNSCORED : examinePairs(each, perSide));
    }
    if (stopsAtFirst && listNoticing(notices).length > 0) break;
    question = chooseNextQuestion(notices, stopsAtFirst);
  }
  const scored = [...notices.values()].filter(({ kind }) => kind !== 'unscored').length;
  return { noticedBy: listNoticing(notices), scored };
}

type BatchResult = { readonly noticedBy: readonly Noticing[]; readonly scored: number };

/** A case notices if one of its scorers does. */
function examinePairs({ pairs, counts }: VariantComparison, perSide: number): CaseState {
  if (pairs.length === 0) return UNSCORED;
  const notices = pairs.map((pair) => examineCase(pair, counts, perSide));
  return (
    notices.find(({ kind }) => kind === 'noticed') ?? notices.find(({ kind }) => kind === 'open') ?? UNNOTICED
  );
}

const UNNOTICED: CaseNotice = { kind: 'unnoticed' };
const UNSCORED = { kind: 'unscored' } as const;

type CaseState = CaseNotice | typeof UNSCORED;

function listNoticing(notices: ReadonlyMap<string, CaseState>): readonly Noticing[] {
  return [...notices]
    .map(([caseId, notice]) => ({ caseId, ...notice }))
    .filter((notice) => notice.kind === 'noticed')
    .map(({ caseId, effect, text }) => ({ caseId, effect, text }));
}

/** All open cases get their second answers together. After that, if one is enough, the one that is furthest goes on alone. */
function chooseNextQuestion(
  notices: ReadonlyMap<string, CaseState>,
  oneIsEnough: boolean,
): VariantQuestion | null {
  const open = [...notices]
    .map(([caseId, notice]) => ({ caseId, ...notice }))
    .filter((notice) => notice.kind === 'open');
  const least = Math.min(...open.map(({ side, upTo }) => (side === 'variant' ? upTo : Infinity)));
  const early = open.filter(({ side, upTo }) => side === 'variant' && upTo === least && upTo <= MIN_ANSWERS);
  const [furthest] = open.toSorted((a, b) => rankQuestion(b.side, b.upTo) - rankQuestion(a.side, a.upTo));
  if (furthest === undefined) return null;
  const { side, upTo } = early[0] ?? furthest;
  const same = open.filter((each) => each.side === side && each.upTo === upTo);
  const next = early.length > 0 || !oneIsEnough ? same : same.slice(0, 1);
  return { side, caseIds: next.map(({ caseId }) => caseId), upTo };
}

/** Answers that every suspicious case gets, before a single one goes on. */
const MIN_ANSWERS = NOTICE_RULE.thresholds.first.value;

/** How far a case is: the base's answers are the last ones that are asked. */
function rankQuestion(side: VariantQuestion['side'], upTo: number): number {
  return side === 'base' ? Number.POSITIVE_INFINITY : upTo;
}
