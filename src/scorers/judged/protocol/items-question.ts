import type { JsonSchema } from '../../../ports/chat.js';
import type { Question } from '../../../ports/judge.js';

/** What a scorer asks about a list of items, apart from the items. */
export type ItemsTopic<Label extends string> = {
  /** For example `answer-relevancy/verdicts`. */
  readonly name: string;
  /** The scorer's own words. */
  readonly rules: string;
  /** Foreign text that goes with the items, under its names. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The name under which the items stand, for example `statements`. */
  readonly itemsKey: string;
  readonly labels: readonly Label[];
  /** See `Question.draw`. */
  readonly draw?: number;
};

const schemas = new Map<string, JsonSchema>();

/** Builds the question about exactly these items: keys s1…sn in the data, and the same keys required in the reply. */
export function buildItemsQuestion<Label extends string>(
  topic: ItemsTopic<Label>,
  items: readonly string[],
): Question {
  const numbered: Record<string, string> = {};
  items.forEach((item, index) => {
    numbered[`s${index + 1}`] = item;
  });
  return {
    name: topic.name,
    rules: topic.rules,
    data: { ...topic.context, [topic.itemsKey]: numbered },
    schema: itemsSchema(topic.labels, items.length),
    shape: itemsShape(topic),
    ...(topic.draw !== undefined && { draw: topic.draw }),
  };
}

function itemsSchema(labels: readonly string[], count: number): JsonSchema {
  const key = `${count}:${labels.join()}`;
  const known = schemas.get(key);
  if (known) return known;
  // The reason stands before the verdict: a model that has to argue first decides better.
  const entry = {
    type: 'object',
    properties: { reason: { type: 'string' }, verdict: { type: 'string', enum: [...labels] } },
    required: ['reason', 'verdict'],
    additionalProperties: false,
  };
  const keys = Array.from({ length: count }, (_, index) => `s${index + 1}`);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(keys.map((name) => [name, entry])),
    required: keys,
    additionalProperties: false,
  };
  schemas.set(key, schema);
  return schema;
}

function itemsShape({ itemsKey, labels }: ItemsTopic<string>): string {
  return [
    `Reply with one JSON object and nothing else. It has one member, "verdicts": a list with one entry for every key of "${itemsKey}", in their order.`,
    `Each entry has: "index", the number in the key (1 for s1); "echo", the first five words of that entry of "${itemsKey}", copied letter by letter (all of it where it is shorter, its first ten characters where it has no spaces); "reason", one short sentence; "verdict", one of ${labels.map((label) => `"${label}"`).join(', ')}.`,
    `For example: {"verdicts": [{"index": 1, "echo": "The office opens at nine", "reason": "…", "verdict": "${labels[0]}"}]}`,
  ].join('\n');
}
