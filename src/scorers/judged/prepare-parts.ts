import type { Judge, VerdictStore } from '../../model/judge.js';
import { type TeamLabels, verdictOf } from '../../model/team-labels.js';
import type { Verdict } from '../../model/verdict.js';
import { digest } from '../../text/hash.js';
import { bareWording, contentWords } from '../../text/words.js';
import type { PreparedItems } from './find-verdicts.js';
import type { ItemPart, PlannedPart } from './item-spec.js';
import { MIXED, SKIP, withoutWords } from './items-question.js';
import type { PlannedRequest } from './plan-request.js';
import { isForged } from './screen-text.js';
import { splitAnswer } from './split-answer.js';

/** A statement of an answer that was split before. */
export type GivenStatement = { readonly text: string; readonly quote: string; readonly isCall?: true };

/** An item before its verdict. */
export type KeyedItem = GivenStatement & {
  readonly key: string;
  /** True if it forges a verdict: it is not judged. */
  readonly hostile: boolean;
  /** Key of the team's label; missing if the scorer takes none. */
  readonly labelKey?: string;
  /** The team's label: it is not judged. */
  readonly byTeam?: Verdict;
};

/** The items of one part, with the rest of the question. */
export type PreparedPart = PreparedItems & {
  readonly part: ItemPart;
  readonly items: readonly KeyedItem[];
  readonly labelKeyOf: VerdictKeys | null;
};

/** The means of a scorer. */
export type ItemTools<Options> = {
  readonly judge: Judge;
  /** Stored verdicts; new ones are added. */
  readonly store: VerdictStore;
  readonly options: Options;
  /** The team's labels, if there are any. */
  readonly labels?: TeamLabels;
  /** Seeds the choice of control statements: the same within a run, unpredictable across runs. */
  readonly salt: string;
};

/** A part with the hash of its rules, which is in the key of every verdict. */
export type PartWithRubric = { readonly part: ItemPart; readonly rubric: string };

export function withRubric(part: ItemPart): PartWithRubric {
  return { part, rubric: digest([part.rules, Object.keys(part.labels)]) };
}

type PartSetup = Pick<ItemTools<unknown>, 'judge' | 'salt'> & {
  readonly id: string;
  /** `null` if the scorer takes none. */
  readonly labels: TeamLabels | null;
  readonly rubrics: readonly PartWithRubric[];
  /** Statements to judge in place of the answer's own, whatever their labels. */
  readonly given?: readonly GivenStatement[];
};

/** All questions about a request, in the order of the scorer's parts. */
export function prepareParts(
  preparing: PartSetup,
  { request, parts }: PlannedRequest,
): readonly PreparedPart[] {
  const answerHash = digest([request.answer.output, request.answer.toolCalls]);
  return preparing.rubrics.flatMap((each) => {
    const planned = parts[each.part.name];
    return planned ? [preparePart({ ...each, planned, answerHash }, preparing)] : [];
  });
}

/** Finds the items of a part and gives each its key. */
function preparePart(
  {
    part,
    rubric,
    planned,
    answerHash,
  }: PartWithRubric & { readonly planned: PlannedPart; readonly answerHash: string },
  { judge, id, salt, labels: byTeam, given }: PartSetup,
): PreparedPart {
  const { control, rules, itemsKey, mixedElse, skips } = part;
  const isList = planned.items.from === 'list';
  // Items of a given list mean the same in any answer.
  const hashed = { answerHash: isList ? '' : answerHash };
  const keyOf = createVerdictKeys({
    judged: ['verdict', judge.fingerprint, rubric, ...planned.hangsOn],
    ...hashed,
  });
  const labelKeyOf = byTeam && createLabelKeys({ judged: ['label', id, ...planned.hangsOn], ...hashed });
  const found = given ?? itemsOf(planned);
  // A given list is not part of an answer: every item counts, in its order.
  const items = (isList || given ? found : onlyOnce(found)).map((item): KeyedItem => {
    const labelKey = labelKeyOf?.(item);
    const label = labelKey === undefined || given ? undefined : byTeam?.get(labelKey);
    return {
      ...item,
      key: keyOf(item),
      hostile: isForged(item.text),
      ...(labelKey !== undefined && { labelKey }),
      ...(label !== undefined && { byTeam: verdictOf(label) }),
    };
  });
  const due = items.filter((item) => !item.hostile && item.byTeam === undefined);
  return {
    part,
    items,
    labelKeyOf,
    toJudge: new Map(due.map(({ key, text, isCall }) => [key, { text, ...(isCall && { isCall }) }])),
    topic: {
      name: `${id}/${part.name}`,
      rules,
      context: planned.data,
      itemsKey,
      labels: Object.keys(part.labels),
      ...(mixedElse !== undefined && { mixedElse }),
      ...(skips !== undefined && { skips }),
    },
    control: judge.builtin ? null : { ...control, salt },
    toVerdict: ({ reason, verdict, off }) => ({
      ...labelled(part, verdict),
      reason,
      ...(off !== undefined && { off }),
    }),
    readKnown: (verdict, { text }) => readKnown(part, verdict, text),
  };
}

type LabelOfVerdict = Pick<Verdict, 'result' | 'label'>;

/** A label as records keep it. Scorers may give one verdict different labels. */
export function labelled(part: ItemPart, label: string): LabelOfVerdict {
  if (label === MIXED) return { result: 'no', label };
  if (label === SKIP) return { result: 'yes', label };
  const result = part.labels[label];
  if (result === undefined) throw new RangeError(`there is no label ${label} for ${part.itemsKey}`);
  return label === result ? { result } : { result, label };
}

/** The label that a judge gave, read back from a record. */
export function labelOf({ result, label }: LabelOfVerdict): string {
  return label ?? result;
}

export function hasLabel(part: ItemPart, verdict: LabelOfVerdict): boolean {
  return Object.hasOwn(part.labels, labelOf(verdict));
}

function readKnown(part: ItemPart, verdict: Verdict, text: string): Verdict | null {
  const { reason, off } = verdict;
  const label = labelOf(verdict);
  if (label === SKIP && part.skips !== undefined) return { ...labelled(part, SKIP), reason };
  if (label === MIXED && part.mixedElse !== undefined && off !== undefined) {
    return withoutWords(text, off) === null ? null : { ...labelled(part, MIXED), reason, off };
  }
  return hasLabel(part, verdict) ? { ...labelled(part, label), reason } : null;
}

function itemsOf({ items }: PlannedPart): readonly GivenStatement[] {
  switch (items.from) {
    case 'text': {
      const called = (items.calls ?? []).map((call) => ({
        text: `called ${call}`,
        quote: call,
        isCall: true as const,
      }));
      return [...piecesOf(items.text), ...called];
    }
    case 'list':
      return items.texts.map((text) => ({ text, quote: text }));
    default:
      return items satisfies never;
  }
}

function piecesOf(text: string): readonly GivenStatement[] {
  return splitAnswer(text).map((piece) => ({
    text: piece.text,
    quote: text.slice(piece.start, piece.end).trim(),
  }));
}

/** Fewer content words than this mean nothing without the answer around them. */
const STANDS_ALONE = 4;

/** First words that point at something said before, in the languages that answers are mostly written in. */
const POINTS_BACK =
  /^(?:he|she|it|they|this|that|these|those|here|there|both|all|none|some|others?|each|and|or|but|so|also|however|therefore|then|because|otherwise|instead|if|unless|yes|no|not|first|second|next|finally|er|sie|es|dies\w*|und|oder|aber|auch|dann|ja|nein|il|elle|ils|elles|ce|cette|cela|et|ou|mais|oui|non|él|ella|est[aeo]s?|es[aeo]s?|y|o|pero|también|sí)\b|^[\d.,:/-]+%?(?:\s|$)|^(?:これ|それ|その|この|また|しかし|そして|はい|いいえ|这|那|它|但|所以|是的|不)/iu;

const SAID = /[\p{L}\p{M}\p{N}\p{S}?？؟%-]+/gu;

/** Each repeated statement once: repetition must not outweigh an off-topic statement. */
export function onlyOnce<Said extends { readonly text: string }>(items: readonly Said[]): Said[] {
  const first = new Map<string, Said>();
  for (const item of items) {
    const { text } = item;
    // In code every sign counts.
    const words = text.includes('\n')
      ? [text]
      : (bareWording(text).normalize('NFKC').toLowerCase().match(SAID) ?? [text]);
    const wording = words.join(' ');
    if (!first.has(wording)) first.set(wording, item);
  }
  return [...first.values()];
}

/** Gives each item the key of its verdict. */
export type VerdictKeys = (item: { readonly text: string; readonly isCall?: true }) => string;

/**
 * @param options.judged Everything but the item that the verdict depends on: judge, rubric, task, history, input.
 * @param options.answerHash Enters the key of statements that mean nothing alone.
 */
export function createVerdictKeys(options: {
  readonly judged: readonly unknown[];
  readonly answerHash: string;
}): VerdictKeys {
  const asked = digest(options.judged);
  return ({ text, isCall }) => {
    const said = bareWording(text);
    const alone = !POINTS_BACK.test(said) && contentWords(said).length >= STANDS_ALONE;
    const kind = isCall ? ['call'] : [];
    return digest([asked, said, ...(alone ? [] : [options.answerHash]), ...kind]);
  };
}

/** Short enough to be copied, long enough that no statement can be made to have another's (`LABEL_KEY`). */
const LABEL_KEY_CHARACTERS = 20;

/** Gives each statement the key of its label: without judge and rubric, since a label applies to any judge. */
export function createLabelKeys(options: Parameters<typeof createVerdictKeys>[0]): VerdictKeys {
  const keyOf = createVerdictKeys(options);
  return (item) => keyOf(item).slice(0, LABEL_KEY_CHARACTERS);
}
