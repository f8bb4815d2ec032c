import {
  createUnusableReplyError,
  MAX_REQUESTS,
  ProviderError,
  STRONGER_JUDGE_REMEDY,
  UNUSABLE_REPLIES,
} from '../../model/errors.js';
import type { Judge, Question } from '../../model/judge.js';
import { quoteStart } from '../../text/values.js';

/** With the control, a reply's schema has 100 properties: the least that a provider documents (Azure OpenAI). */
const MAX_BATCH_SIZE = 95;
/** Rounds until the control statement must be right. */
const MAX_ROUNDS = 2;

/** Control sentences, one of them in every call, and their right labels. */
export type ControlItems = {
  readonly pool: readonly string[];
  readonly labels: readonly string[];
  /** Describes a judge that gives another label. */
  readonly slip: string;
  readonly salt: string;
};

/** Items to ask about, by their places, and the number of earlier tries: each try gets another control. */
export type ItemGroup = {
  readonly group: readonly number[];
  readonly round: number;
  readonly attempt: number;
};

/** One question about a list of items. */
export interface ItemsQuestion<Verdict> {
  readonly question: Question;
  /**
   * A verdict per item of the group, `null` for an invalid one; `influenced` if the control got a wrong label, `unusable` if
   * there is not one verdict.
   */
  read(reply: unknown): readonly (Verdict | null)[] | 'influenced' | 'unusable';
}

export type ItemsRequest<Verdict> = {
  readonly judge: Judge;
  /** Of the question: `answer-relevancy/verdicts`. */
  readonly name: string;
  readonly items: { readonly count: number; readonly many: string };
  readonly ask: (itemGroup: ItemGroup) => ItemsQuestion<Verdict>;
  /** Describes a judge that gives the control another label. */
  readonly slip: string;
  readonly signal: AbortSignal;
  /** Called with the items of each batch. */
  readonly onBatch?: ((group: readonly number[]) => void) | undefined;
  readonly onRepeat?: ((why: string) => void) | undefined;
};

/**
 * Gets one verdict per item, in the order of the items, in one call for up to 95. A control statement is mixed in; if the
 * judge gets it wrong twice, the answer influences it. Throws `ProviderError` without all verdicts.
 */
export async function judgeItems<Verdict>(request: ItemsRequest<Verdict>): Promise<readonly Verdict[]> {
  const { count } = request.items;
  const size = Math.ceil(count / Math.ceil(count / MAX_BATCH_SIZE));
  const batches = splitIntoGroups([...Array(count).keys()], size);
  return (await Promise.all(batches.map((batch) => judgeBatch(request, batch)))).flat();
}

async function judgeBatch<Verdict>(
  request: ItemsRequest<Verdict>,
  batch: readonly number[],
): Promise<readonly Verdict[]> {
  const { judge, onBatch, onRepeat } = request;
  onBatch?.(batch);
  const slip = `the judge ${judge.name} ${request.slip}`;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    if (round > 1) onRepeat?.(slip);
    const verdicts = await askUntilComplete(request, batch, round);
    if (verdicts !== 'influenced') return verdicts;
  }
  throw new ProviderError(`${slip}, twice: it appears to be influenced by the answer`, {
    kind: 'judge-compromised',
  });
}

/** Verdicts for all items of a batch, or `influenced` if the control statement got a wrong label. */
async function askUntilComplete<Verdict>(
  request: ItemsRequest<Verdict>,
  batch: readonly number[],
  round: number,
): Promise<readonly Verdict[] | 'influenced'> {
  const { judge, name, items, onRepeat } = request;
  const verdictsByIndex = new Map<number, Verdict>();
  let parts = 1;
  let trouble: ProviderError | null = null;
  for (let attempt = 1; attempt <= MAX_REQUESTS; attempt += 1) {
    if (attempt > 1) onRepeat?.(trouble?.message ?? 'the judge left out verdicts, or gave unknown ones');
    const missing = batch.filter((index) => !verdictsByIndex.has(index));
    const groups = splitIntoGroups(missing, Math.ceil(missing.length / parts));
    const replies = await Promise.all(groups.map((group) => askGroup(request, { group, round, attempt })));
    if (replies.includes('influenced')) return 'influenced';
    for (const [at, group] of groups.entries()) keepVerdicts(verdictsByIndex, group, replies[at]);
    if (verdictsByIndex.size === batch.length)
      return batch.flatMap((index) => verdictsByIndex.get(index) ?? []);
    trouble = replies.findLast((reply) => reply instanceof ProviderError) ?? null;
    // A batch that is too long or refused may work in parts.
    if (trouble !== null && trouble.kind !== 'malformed') parts *= 2;
  }
  if (trouble) throw createUnusableReplyError(trouble, { judge: judge.name, question: name });
  throw new ProviderError(
    `the judge ${judge.name} left ${batch.length - verdictsByIndex.size} of ${batch.length} ${items.many} without a valid verdict, asked ${MAX_REQUESTS} times`,
    { kind: 'judge-incomplete' },
  );
}

function splitIntoGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}

type GroupReply<Verdict> = readonly (Verdict | null)[] | 'influenced' | ProviderError;

function keepVerdicts<Verdict>(
  verdictsByIndex: Map<number, Verdict>,
  group: readonly number[],
  reply: GroupReply<Verdict> | undefined,
): void {
  if (!Array.isArray(reply)) return;
  for (const [place, index] of group.entries()) {
    const verdict: Verdict | null | undefined = reply[place];
    if (verdict !== null && verdict !== undefined) verdictsByIndex.set(index, verdict);
  }
}

async function askGroup<Verdict>(
  { judge, ask, signal }: ItemsRequest<Verdict>,
  itemGroup: ItemGroup,
): Promise<GroupReply<Verdict>> {
  const { question, read } = ask(itemGroup);
  try {
    const reply = await judge.ask(question, { signal });
    const verdicts = read(reply);
    if (verdicts !== 'unusable') return verdicts;
    const message = `the judge answered ${quoteStart(JSON.stringify(reply))} instead of a verdict for each item`;
    return new ProviderError(message, { kind: 'malformed', remedy: STRONGER_JUDGE_REMEDY });
  } catch (error) {
    if (error instanceof ProviderError && UNUSABLE_REPLIES.has(error.kind)) return error;
    throw error;
  }
}
