import { noUsableReply, ODD_REPLIES, ProviderError, STRONGER_JUDGE, TRIES } from '../../model/errors.js';
import type { Judge, Question } from '../../model/judge.js';
import { quoteStart } from '../../text/values.js';
import { chooseControl } from './control-statement.js';
import {
  type AskedItem,
  buildItemsQuestion,
  type ItemsTopic,
  type ItemVerdict,
  parseItemsReply,
} from './items-question.js';

/** With the control, a reply's schema has 100 properties: the least that a provider documents (Azure OpenAI). */
const LARGEST_BATCH = 95;
/** Rounds until the control statement must be right. */
const ROUNDS = 2;

/** Control sentences, one of them in every call, and their right labels. */
export type ControlItems = {
  readonly pool: readonly string[];
  readonly labels: readonly string[];
  /** Describes a judge that gives another label. */
  readonly slip: string;
  readonly salt: string;
};

export type ItemsRequest = {
  readonly judge: Judge;
  readonly topic: ItemsTopic;
  readonly items: readonly AskedItem[];
  /** `null`: the judge cannot be influenced, or code checks its quotes. */
  readonly control: ControlItems | null;
  readonly signal: AbortSignal;
  /** Called with each batch's question, without the control. */
  readonly onQuestion?: ((question: Question) => void) | undefined;
  readonly onRepeat?: ((why: string) => void) | undefined;
};

/**
 * Gets one verdict per item, in the order of the items, in one call for up to 95. A control statement is mixed in; if the
 * judge gets it wrong twice, the answer influences it. Throws `ProviderError` without all verdicts.
 */
export async function judgeItems(request: ItemsRequest): Promise<readonly ItemVerdict[]> {
  const { items } = request;
  const size = Math.ceil(items.length / Math.ceil(items.length / LARGEST_BATCH));
  const batches = divide(items, size);
  return (await Promise.all(batches.map((batch) => judgeBatch(request, batch)))).flat();
}

async function judgeBatch(
  request: ItemsRequest,
  items: readonly AskedItem[],
): Promise<readonly ItemVerdict[]> {
  const { judge, topic, control, onQuestion, onRepeat } = request;
  onQuestion?.(buildItemsQuestion(topic, items));
  const slip = `the judge ${judge.name} ${control?.slip}`;
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round > 1) onRepeat?.(slip);
    const verdicts = await askUntilComplete(request, items, round);
    if (verdicts !== 'influenced') return verdicts;
  }
  throw new ProviderError(`${slip}, twice: it appears to be influenced by the answer`, {
    kind: 'judge-compromised',
  });
}

/** Verdicts for all items, or `influenced` if the control statement got a wrong label. */
async function askUntilComplete(
  request: ItemsRequest,
  items: readonly AskedItem[],
  round: number,
): Promise<readonly ItemVerdict[] | 'influenced'> {
  const { judge, topic, onRepeat } = request;
  let found: readonly (ItemVerdict | null)[] = items.map(() => null);
  let parts = 1;
  let trouble: ProviderError | null = null;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    if (attempt > 1) onRepeat?.(trouble?.message ?? 'the judge left out verdicts, or gave unknown ones');
    const asked = await askMissing(request, items, { found, parts, round, attempt });
    if (asked === 'influenced') return asked;
    ({ found, trouble } = asked);
    const complete = found.filter((verdict) => verdict !== null);
    if (complete.length === items.length) return complete;
    // A batch that is too long or refused may work in parts.
    if (trouble !== null && trouble.kind !== 'malformed') parts *= 2;
  }
  if (trouble) throw noUsableReply(trouble, { judge: judge.name, question: topic.name });
  const missing = found.filter((verdict) => verdict === null).length;
  throw new ProviderError(
    `the judge ${judge.name} left ${missing} of ${items.length} ${topic.itemsKey} without a valid verdict, asked ${TRIES} times`,
    { kind: 'judge-incomplete' },
  );
}

type MissingItems = {
  readonly found: readonly (ItemVerdict | null)[];
  /** The number of calls for the missing verdicts. */
  readonly parts: number;
  readonly round: number;
  readonly attempt: number;
};

/** Asks about items without a verdict; returns the verdicts and the last error. */
async function askMissing(
  request: ItemsRequest,
  items: readonly AskedItem[],
  { found, parts, round, attempt }: MissingItems,
) {
  const missing = [...found.keys()].filter((index) => found[index] === null);
  const groups = divide(missing, Math.ceil(missing.length / parts));
  const replies = await Promise.all(
    groups.map((group) => askGroup(request, items, { group, round, attempt })),
  );
  if (replies.includes('influenced')) return 'influenced';
  const given = new Map<number, ItemVerdict | null>();
  for (const [at, group] of groups.entries()) {
    const reply = replies[at];
    if (Array.isArray(reply))
      for (const [place, index] of group.entries()) given.set(index, reply[place] ?? null);
  }
  const trouble = replies.findLast((reply) => reply instanceof ProviderError) ?? null;
  return { found: found.map((verdict, index) => verdict ?? given.get(index) ?? null), trouble };
}

function divide<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

async function askGroup(
  { judge, topic, control, signal }: ItemsRequest,
  items: readonly AskedItem[],
  asking: { readonly group: readonly number[]; readonly round: number; readonly attempt: number },
): Promise<readonly (ItemVerdict | null)[] | 'influenced' | ProviderError> {
  const { group, round, attempt } = asking;
  const asked = group.flatMap((index) => items[index] ?? []);
  const texts = asked.filter(({ isCall }) => isCall !== true);
  const seed = [round, attempt, topic.draw ?? 0, topic.context, asked];
  const foreign = JSON.stringify([topic.context, asked]);
  const mixedIn =
    control && chooseControl(control.pool, { salt: control.salt, seed, foreign, places: texts.length });
  const mixed = mixedIn === null ? asked : asked.toSpliced(mixedIn.position, 0, { text: mixedIn.text });
  let reply: unknown;
  try {
    reply = await judge.ask(buildItemsQuestion(topic, mixed), { signal });
  } catch (error) {
    if (error instanceof ProviderError && ODD_REPLIES.has(error.kind)) return error;
    throw error;
  }
  const verdicts = parseItemsReply(reply, topic, { items: mixed, isLast: attempt > 1 });
  if (verdicts.every((verdict) => verdict === null)) {
    const message = `the judge answered ${quoteStart(JSON.stringify(reply))} instead of a verdict for each item`;
    return new ProviderError(message, { kind: 'malformed', remedy: STRONGER_JUDGE });
  }
  if (control === null || mixedIn === null) return verdicts;
  const own = verdicts[mixedIn.position];
  // A reply without the control proves nothing: all items are judged again.
  if (!own) return asked.map(() => null);
  return control.labels.includes(own.verdict) ? verdicts.toSpliced(mixedIn.position, 1) : 'influenced';
}
