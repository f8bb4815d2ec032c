import type { Judge } from '../../model/judge.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { labelToVerdict, type TeamLabels, type Verdict } from '../../model/verdict.js';
import { digest } from '../../text/json.js';
import { refersBack } from '../../text/sentences.js';
import { listContentWords, normalizeWording } from '../../text/words.js';
import type { ItemPart, PlannedPart } from './item-spec.js';
import type { ItemsTopic, QuestionItem } from './items-question.js';
import type { ControlItems } from './judge-items.js';
import type { PlannedRequest } from './plan-request.js';
import { isForged, splitAnswer } from './split-answer.js';

/** A statement of an answer that was split before. */
export type GivenStatement = { readonly text: string; readonly quote: string; readonly isCall?: true };

export type KeyedItem = GivenStatement & {
  readonly key: string;
  /** True if it forges a verdict: it is not judged. */
  readonly hostile: boolean;
  /** Key of the team's label; missing if the scorer takes none. */
  readonly labelKey?: string;
  /** The team's label: it is not judged. */
  readonly byTeam?: Verdict;
};

export type PreparedPart = {
  readonly part: ItemPart;
  readonly items: readonly KeyedItem[];
  readonly toJudge: ReadonlyMap<string, QuestionItem>;
  readonly topic: ItemsTopic;
  readonly control: ControlItems | null;
  readonly buildLabelKey: VerdictKeys | null;
};

export type PartSetup = {
  readonly id: string;
  readonly judge: Judge;
  readonly salt: string;
  readonly parts: readonly ItemPart[];
  /** `null` if the scorer takes none. */
  readonly labels: TeamLabels | null;
};

/** All questions about a request. `given`: statements to judge in place of the answer's own, whatever their labels. */
export function prepareParts(
  setup: PartSetup,
  { request, parts }: PlannedRequest,
  given?: readonly GivenStatement[],
): readonly PreparedPart[] {
  const answerHash = digest([request.answer.output, request.answer.toolCalls]);
  return setup.parts.flatMap((part) => {
    const planned = parts[part.name];
    return planned ? [preparePart(part, planned, { ...setup, answerHash, given })] : [];
  });
}

function preparePart(
  part: ItemPart,
  planned: PlannedPart,
  {
    judge,
    id,
    salt,
    labels,
    answerHash,
    given,
  }: PartSetup & { readonly answerHash: string; readonly given: readonly GivenStatement[] | undefined },
): PreparedPart {
  const { data, around } = planned;
  const isList = typeof planned.items !== 'string';
  // Items of a given list mean the same in any answer.
  const hashed = { answerHash: isList ? '' : answerHash };
  const rubric = [part.rules, Object.keys(part.labels)];
  const buildKey = createVerdictKeys({ judged: ['verdict', judge.fingerprint, rubric, data], ...hashed });
  const buildLabelKey = labels && createLabelKeys({ judged: ['label', id, data], ...hashed });
  // A given list is not part of an answer: every item counts, in its order.
  const statements = given ?? (isList ? listItems(planned) : removeRepeated(listItems(planned)));
  const items = statements.map((item): KeyedItem => {
    const labelKey = buildLabelKey?.(item);
    const label = labelKey === undefined || given ? undefined : labels?.get(labelKey);
    return omitUndefined({
      ...item,
      key: buildKey(item),
      hostile: isForged(item.text),
      labelKey,
      byTeam: label === undefined ? undefined : labelToVerdict(label),
    });
  });
  const due = items.filter((item) => !item.hostile && item.byTeam === undefined);
  return {
    part,
    items,
    buildLabelKey,
    toJudge: new Map(due.map(({ key, text, isCall }) => [key, omitUndefined({ text, isCall })])),
    topic: {
      ...part,
      name: `${id}/${part.name}`,
      context: { ...data, ...around },
      labels: Object.keys(part.labels),
    },
    control: judge.builtin ? null : { ...part.control, salt },
  };
}

function listItems({ items, calls = [] }: PlannedPart): readonly GivenStatement[] {
  if (typeof items !== 'string') return items.map((text) => ({ text, quote: text }));
  const pieces = splitAnswer(items).map(({ text, start, end }) => ({
    text,
    quote: items.slice(start, end).trim(),
  }));
  return [
    ...pieces,
    ...calls.map((call) => ({ text: `called ${call}`, quote: call, isCall: true as const })),
  ];
}

/** Fewer content words than this mean nothing without the answer around them. */
const MIN_CONTENT_WORDS = 4;

const WORD = /[\p{L}\p{M}\p{N}\p{S}?？؟%-]+/gu;

/** Each repeated statement once: repetition must not outweigh an off-topic statement. */
export function removeRepeated<Item extends { readonly text: string }>(items: readonly Item[]): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    const { text } = item;
    // In code every sign counts.
    const words = text.includes('\n')
      ? [text]
      : (normalizeWording(text).normalize('NFKC').toLowerCase().match(WORD) ?? [text]);
    const wording = words.join(' ');
    if (!first.has(wording)) first.set(wording, item);
  }
  return [...first.values()];
}

export type VerdictKeys = (item: { readonly text: string; readonly isCall?: true }) => string;

/**
 * @param options.judged Everything but the item that the verdict depends on: judge, rubric, task, history, input.
 * @param options.answerHash Enters the key of statements that mean nothing alone.
 */
export function createVerdictKeys(options: {
  readonly judged: readonly unknown[];
  readonly answerHash: string;
}): VerdictKeys {
  const rubricHash = digest(options.judged);
  return ({ text, isCall }) => {
    const normalized = normalizeWording(text);
    const alone = !refersBack(normalized) && listContentWords(normalized).length >= MIN_CONTENT_WORDS;
    const kind = isCall ? ['call'] : [];
    return digest([rubricHash, normalized, ...(alone ? [] : [options.answerHash]), ...kind]);
  };
}

/** Short enough to be copied, long enough that no statement can be made to have another's (`LABEL_KEY_PATTERN`). */
const LABEL_KEY_LENGTH = 20;

/** Gives each statement the key of its label: without judge and rubric, since a label applies to any judge. */
function createLabelKeys(options: Parameters<typeof createVerdictKeys>[0]): VerdictKeys {
  const buildKey = createVerdictKeys(options);
  return (item) => buildKey(item).slice(0, LABEL_KEY_LENGTH);
}
