import type { Judge, VerdictStore } from '../../ports/judge.js';
import { NO_LABELS, type TeamLabels, verdictOf } from '../../ports/team-labels.js';
import type { Verdict } from '../../ports/verdict.js';
import { digest } from '../../text/hash.js';
import type { ScoreOptions } from '../scorer.js';
import type { PreparedItems } from './ask/find-verdicts.js';
import { createLabelKeys, createVerdictKeys, onlyOnce } from './ask/verdict-keys.js';
import { ADVERTISEMENTS, topicsToSellBeside } from './controls/control-pool.js';
import { createControlChooser } from './controls/control-statement.js';
import type { ItemOptions, ItemPart, ItemScorerSpec, PlannedPart } from './define/item-spec.js';
import type { PlannedRequest } from './plan-request.js';
import { type ExtractionBy, extractStatements, statementsOf } from './take-apart/extract-statements.js';
import { type ScreenedText, screenText } from './take-apart/screen-text.js';
import { talksToGrader } from './take-apart/talks-to-grader.js';

/** An item before its verdict. */
export type KeyedItem = {
  readonly text: string;
  readonly quote: string;
  readonly key: string;
  /** True where it talks to the grader: then no judge is asked. */
  readonly hostile: boolean;
  readonly isCall?: true;
  /** Key of the team's label; missing where the scorer takes none. */
  readonly labelKey?: string;
  /** What the team says of it: then no judge is asked. */
  readonly byTeam?: Verdict;
};

/** The items of one part, and all that a judge is asked about them with. */
export type PreparedPart = PreparedItems & {
  readonly part: ItemPart;
  readonly items: readonly KeyedItem[];
  /** Key under which the taking apart is kept; `null` where no judge did it. */
  readonly extractionKey: string | null;
};

/** What a scorer works with. */
export type ItemTools<Options> = {
  readonly judge: Judge;
  /** Verdicts that are known; what is new is kept there. */
  readonly store: VerdictStore;
  readonly options: Options;
  /** What the team says; missing where it has said nothing. */
  readonly labels?: TeamLabels;
  /** Seeds the choice of control items: the same within a run, not to be foretold across runs. */
  readonly salt: string;
};

type Preparing = {
  readonly judge: Judge;
  readonly store: VerdictStore;
  readonly salt: string;
  readonly id: string;
  /** `null` where the scorer takes none. */
  readonly labels: TeamLabels | null;
  /** Taken in the place of what the answer is taken apart into. */
  readonly given: readonly GivenStatement[] | null;
  readonly extraction: ExtractionBy;
  readonly answer: ScreenedText;
  readonly answerHash: string;
};

/** A statement of an answer that was taken apart before. */
export type GivenStatement = { readonly text: string; readonly quote: string; readonly isCall?: true };

type FoundItems = {
  readonly items: readonly Omit<KeyedItem, 'key' | 'labelKey' | 'byTeam'>[];
  readonly extractionKey: string | null;
};

/** Who takes an answer apart where a scorer leaves no choice. */
export function extractionOf({ extraction = 'segment' }: ItemOptions): ExtractionBy {
  return extraction;
}

/** A part with the hash of what its judge is told, which is in the key of every verdict. */
export type PartWithRubric = { readonly part: ItemPart; readonly rubric: string };

export function withRubric(part: ItemPart): PartWithRubric {
  const { labels, rules } = part;
  const ownLabels = Object.keys(labels).filter((label) => labels[label] !== label);
  return { part, rubric: digest(ownLabels.length === 0 ? [rules] : [rules, ownLabels]) };
}

/**
 * Everything that a judge is asked about a request, in the order of the scorer's parts.
 *
 * @param given Statements that the judge is asked about, whatever the team says, in the place of all that the answer says.
 */
export function prepareParts<Options extends ItemOptions>(
  spec: ItemScorerSpec<Options>,
  {
    judge,
    store,
    options,
    salt,
    labels = NO_LABELS,
    rubrics,
  }: ItemTools<Options> & { readonly rubrics: readonly PartWithRubric[] },
  { request, answer, parts }: PlannedRequest,
  scoring: ScoreOptions,
  given: readonly GivenStatement[] | null = null,
): Promise<readonly PreparedPart[]> {
  const { output, toolCalls } = request.answer;
  const preparing = {
    judge,
    store,
    salt,
    id: spec.about.id,
    labels: spec.about.takesLabels === true ? labels : null,
    given,
    extraction: extractionOf(options),
    answer,
    answerHash: digest([output, toolCalls]),
  };
  const due = rubrics.flatMap(({ part, rubric }) => {
    const planned = parts[part.name];
    return planned ? [preparePart({ part, rubric, planned }, preparing, scoring)] : [];
  });
  return Promise.all(due);
}

/** Finds the items of a part and says under which key and beside what each is judged. */
async function preparePart(
  { part, rubric, planned }: PartWithRubric & { readonly planned: PlannedPart },
  preparing: Preparing,
  scoring: ScoreOptions,
): Promise<PreparedPart> {
  const { judge, id, salt, answerHash, labels: byTeam, given } = preparing;
  const { labels, control, rules, itemsKey } = part;
  const found = await findItems(planned, preparing, scoring);
  // Items of a given list mean the same wherever they stand.
  const context = planned.items.from === 'list' ? '' : answerHash;
  const keyOf = createVerdictKeys({
    judged: ['verdict', judge.fingerprint, rubric, ...planned.hangsOn],
    answerHash: context,
  });
  const labelKeyOf =
    byTeam && createLabelKeys({ judged: ['label', id, ...planned.hangsOn], answerHash: context });
  // Of a given list every item counts: no answer wrote it, and its order may matter.
  const distinct = planned.items.from === 'list' || given !== null ? found.items : onlyOnce(found.items);
  const items = distinct.map((item): KeyedItem => {
    const labelKey = labelKeyOf?.(item.text);
    const label = labelKey === undefined || given !== null ? undefined : byTeam?.get(labelKey);
    return {
      ...item,
      key: keyOf(item.text),
      ...(labelKey !== undefined && { labelKey }),
      ...(label !== undefined && { byTeam: verdictOf(label) }),
    };
  });
  const due = items.filter((item) => !item.hostile && item.byTeam === undefined);
  const toJudge = new Map(due.map(({ key, text }) => [key, text]));
  const foreign = [...textsIn(planned.data), ...toJudge.values()];
  const { beside } = control;
  const topics = beside === undefined || planned.asked === undefined ? [] : topicsToSellBeside(planned.asked);
  const own = { pool: control.pool, labels: control.labels };
  const sold = { pool: ADVERTISEMENTS, topics, labels: beside ?? [] };
  // The offline judge goes by the stems of words: it cannot be talked into anything, and a control may share a stem.
  const sources = judge.builtin ? [] : topics.length === 0 ? [own] : [own, sold];
  return {
    part,
    items,
    extractionKey: found.extractionKey,
    toJudge,
    topic: {
      name: `${id}/${part.name}`,
      rules,
      context: planned.data,
      itemsKey,
      labels: Object.keys(labels),
    },
    controls: (seed) => createControlChooser({ salt, seed: `${answerHash}${seed}`, foreign, sources }),
    slip: control.slip,
    toVerdict: ({ reason, verdict }) => ({ ...labelled(part, verdict), reason }),
    readKnown: ({ reason, ...verdict }) =>
      hasLabel(part, verdict) ? { ...labelled(part, labelOf(verdict)), reason } : null,
  };
}

type Labelled = Pick<Verdict, 'result' | 'label'>;

/** A label as a record says it. What is a mistake to one scorer may be a doubt to another: the label decides. */
export function labelled(part: ItemPart, label: string): Labelled {
  const result = part.labels[label];
  if (result === undefined) throw new RangeError(`there is no label ${label} for ${part.itemsKey}`);
  return label === result ? { result } : { result, label };
}

/** The label that a judge gave, read back from a record. */
export function labelOf({ result, label }: Labelled): string {
  return label ?? result;
}

export function hasLabel(part: ItemPart, verdict: Labelled): boolean {
  return Object.hasOwn(part.labels, labelOf(verdict));
}

async function findItems(
  { items }: PlannedPart,
  { judge, store, id, extraction, answer, answerHash, given }: Preparing,
  scoring: ScoreOptions,
): Promise<FoundItems> {
  if (given !== null) {
    return {
      items: given.map((each) => ({ ...each, hostile: talksToGrader(each.text) })),
      extractionKey: null,
    };
  }
  switch (items.from) {
    case 'answer': {
      const found = await extractStatements(
        { judge, store, extraction, name: `${id}/statements`, answer, answerHash },
        scoring,
      );
      const said = found.statements.map((statement, index) => ({
        ...statement,
        hostile: found.hostile.has(index),
      }));
      const called = (items.calls ?? []).map((call) => ({
        text: `called ${call}`,
        quote: call,
        hostile: talksToGrader(call),
        isCall: true as const,
      }));
      return { items: [...said, ...called], extractionKey: found.key };
    }
    case 'text': {
      const screened = screenText(items.text, talksToGrader);
      const units = statementsOf(items.text, screened.units);
      return {
        items: units.map((unit, index) => ({ ...unit, hostile: screened.hostile.has(index) })),
        extractionKey: null,
      };
    }
    case 'list':
      return {
        items: items.texts.map((text) => ({ text, quote: text, hostile: talksToGrader(text) })),
        extractionKey: null,
      };
    default:
      return items satisfies never;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
