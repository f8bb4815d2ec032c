import { noUsableReply, ODD_REPLIES, ProviderError, TRIES } from '../../../ports/errors.js';
import type { Judge, Question } from '../../../ports/judge.js';
import type { Log } from '../../../ports/log.js';
import type { ControlChooser } from '../controls/control-statement.js';
import { buildItemsQuestion, type ItemsTopic, type ItemVerdict, parseItemsReply } from './items-question.js';

/** Longer lists make judges skip entries. */
export const LARGEST_BATCH = 20;
/** Batches a run that may be judged again one item at a time. */
export const DEFAULT_LAX_LIMIT = 25;

/** How often in a run a batch may be judged again because the judge was too lax. */
export interface LaxBudget {
  readonly limit: number;
  /** True until something was taken. */
  readonly isWhole: boolean;
  /** False when the budget is used up. */
  take(): boolean;
}

export function createLaxBudget(limit: number): LaxBudget {
  let left = limit;
  return {
    limit,
    get isWhole() {
      return left === limit;
    },
    take() {
      if (left <= 0) return false;
      left -= 1;
      return true;
    },
  };
}

export type ItemsRequest<Label extends string> = {
  readonly judge: Judge;
  readonly topic: ItemsTopic<Label>;
  /** At least one. */
  readonly items: readonly string[];
  readonly chooseControls: ControlChooser<Label>;
  /** What a judge does that gets a control item wrong, in words. */
  readonly slip: string;
  readonly laxBudget: LaxBudget;
  readonly signal: AbortSignal;
  readonly log?: Log | undefined;
  /** Hears each batch's question as a reader should see it. */
  readonly onQuestion?: ((question: Question) => void) | undefined;
  /** Hears why a reply is asked for once more. */
  readonly onRepeat?: ((why: string) => void) | undefined;
};

/**
 * Asks for exactly one verdict per item, in batches. Every question carries control items; where the judge gets one of
 * them wrong, it was led astray by the data, and the batch is judged again one item at a time.
 *
 * @returns One verdict per item, in the order of the items.
 * @throws ProviderError `judge-incomplete`, `malformed`, `judge-compromised` or `judge-too-lax`, or whatever the judge throws.
 */
export async function judgeItems<Label extends string>(
  request: ItemsRequest<Label>,
): Promise<readonly ItemVerdict<Label>[]> {
  const { items } = request;
  const batches = Math.ceil(items.length / LARGEST_BATCH);
  const size = Math.ceil(items.length / batches);
  const verdicts = await Promise.all(
    Array.from({ length: batches }, (_, index) =>
      judgeBatch(request, items.slice(index * size, (index + 1) * size)),
    ),
  );
  return verdicts.flat();
}

async function judgeBatch<Label extends string>(
  request: ItemsRequest<Label>,
  items: readonly string[],
): Promise<readonly ItemVerdict<Label>[]> {
  request.onQuestion?.(buildItemsQuestion(request.topic, items));
  const verdicts = await askUntilComplete(request, items, 'batch');
  if (verdicts !== 'lax') return verdicts;
  const isFirst = request.laxBudget.isWhole;
  if (!request.laxBudget.take()) {
    throw new ProviderError(
      `the judge ${request.judge.name} ${request.slip} too often (${request.laxBudget.limit} batches judged again so far); use a stronger judge model`,
      { kind: 'judge-too-lax' },
    );
  }
  if (isFirst) {
    request.log?.info(
      `The judge ${request.judge.name} ${request.slip}: the ${request.topic.itemsKey} of that question, and of every other where it does so, are judged again one at a time.`,
    );
  }
  const alone = await Promise.all(items.map((item) => askUntilComplete(request, [item], 'alone')));
  return alone.map((verdict) => {
    if (verdict !== 'lax' && verdict[0]) return verdict[0];
    throw new ProviderError(
      `the judge ${request.judge.name} ${request.slip}, also when asked about one at a time: it follows what it judges instead of its rules`,
      { kind: 'judge-compromised' },
    );
  });
}

/** Verdicts for all items, or `lax` where a control item was not seen for what it is. */
async function askUntilComplete<Label extends string>(
  request: ItemsRequest<Label>,
  items: readonly string[],
  round: string,
): Promise<readonly ItemVerdict<Label>[] | 'lax'> {
  const found: (ItemVerdict<Label> | null)[] = items.map(() => null);
  let missing = items.map((_, index) => index);
  let parts = 1;
  let trouble: ProviderError | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0)
      request.onRepeat?.(trouble?.message ?? 'the judge left out verdicts, or gave unknown ones');
    trouble = null;
    const groups = divide(missing, parts);
    const outcomes = await Promise.all(
      groups.map((group, at) => {
        const asked = group.map((index) => items[index] ?? '');
        return askOnce(request, asked, `${round} ${attempt}${at === 0 ? '' : ` part ${at}`}`);
      }),
    );
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome === 'lax') return 'lax';
      if (outcome instanceof ProviderError) trouble = outcome;
      else {
        groups[at]?.forEach((index, place) => {
          found[index] = outcome[place] ?? null;
        });
      }
    }
    missing = missing.filter((index) => found[index] === null);
    const complete = found.filter((verdict) => verdict !== null);
    if (complete.length === items.length) return complete;
    // What is too long, or has something in it that is refused, may be had in parts.
    if (trouble !== null && trouble.kind !== 'malformed') parts *= 2;
  }
  const { name: judge } = request.judge;
  if (trouble) throw noUsableReply(trouble, { judge, question: request.topic.name });
  throw new ProviderError(
    `the judge ${judge} left ${missing.length} of ${items.length} ${request.topic.itemsKey} without a valid verdict, asked ${TRIES} times`,
    { kind: 'judge-incomplete' },
  );
}

/** So many parts of about one size, as far as there are items for them. */
function divide(items: readonly number[], parts: number): readonly (readonly number[])[] {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

async function askOnce<Label extends string>(
  request: ItemsRequest<Label>,
  asked: readonly string[],
  round: string,
): Promise<readonly (ItemVerdict<Label> | null)[] | 'lax' | ProviderError> {
  const controls = request.chooseControls({ items: asked, round });
  const mixed = [...asked];
  for (const { position, text } of controls) mixed.splice(position, 0, text);
  let reply: unknown;
  try {
    reply = await request.judge.ask(buildItemsQuestion(request.topic, mixed), { signal: request.signal });
  } catch (error) {
    if (error instanceof ProviderError && ODD_REPLIES.has(error.kind)) return error;
    throw error;
  }
  const parsed = parseItemsReply(reply, { items: mixed, labels: request.topic.labels });
  const said = controls.map(({ position }) => parsed[position]);
  // A reply that passes over a control proves nothing about its other verdicts: all are asked again.
  if (!said.every((verdict) => verdict)) return asked.map(() => null);
  if (controls.some(({ labels }, at) => !labels.some((label) => label === said[at]?.verdict))) return 'lax';
  const places = new Set(controls.map(({ position }) => position));
  return parsed.filter((_, position) => !places.has(position));
}
