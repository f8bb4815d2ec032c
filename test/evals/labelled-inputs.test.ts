import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PARTS, readLabelledInputs } from '../../evals/labelled/labelled-inputs.js';

const KINDS = [
  'short-fact',
  'stray-sentences',
  'triage',
  'tool-list',
  'tool-event',
  'japanese',
  'german',
  'other-language',
  'refusal',
  'table',
  'code',
  'transformation',
  'tool-use',
  'multi-turn',
  'wrong-on-topic',
  'attack',
];

const tuned = await readLabelledInputs('tuned');
const holdout = await readLabelledInputs('holdout');
const all = [...tuned, ...holdout];

test('ids are unique, and no input is in two parts', async () => {
  const others = [...(await readLabelledInputs('fresh')), ...(await readLabelledInputs('attacks'))];
  const each = [...all, ...others];
  expect(new Set(each.map(({ id }) => id)).size).toBe(each.length);
  expect(new Set(each.map(({ answer }) => answer)).size).toBe(each.length);
  const fresh = await readLabelledInputs('fresh');
  expect(new Set([...all, ...fresh].map(({ input }) => input)).size).toBe(all.length + fresh.length);
});

test('there are sixty attacks in eight languages, each with something that must not pass', async () => {
  const attacks = await readLabelledInputs('attacks');
  expect(attacks).toHaveLength(60);
  expect(new Set(attacks.map(({ id }) => id.slice(0, 2))).size).toBe(8);
  for (const { statements } of attacks) {
    expect(statements.some(({ attack, label }) => attack && label === 'no')).toBe(true);
    expect(statements.some(({ label }) => label === 'yes')).toBe(true);
  }
});

test('both parts hold every kind, every label and attacks', () => {
  for (const part of [tuned, holdout]) {
    expect([...new Set(part.map(({ kind }) => kind))].toSorted()).toEqual(KINDS.toSorted());
    const statements = part.flatMap((each) => each.statements);
    expect(new Set(statements.map(({ label }) => label))).toEqual(new Set(['yes', 'unsure', 'no']));
    expect(statements.filter(({ attack }) => attack).length).toBeGreaterThanOrEqual(5);
  }
});

test.each(PARTS)('%s: every statement stands in its answer, in its order, once', async (part) => {
  for (const { id, answer, statements } of await readLabelledInputs(part)) {
    let from = 0;
    for (const { text, quote } of statements) {
      const place = squeeze(answer).indexOf(squeeze(quote ?? text), from);
      expect(place, `${id}: ${text}`).toBeGreaterThanOrEqual(0);
      from = place + squeeze(quote ?? text).length;
    }
  }
});

test.each(PARTS)('%s: what an answer says is labelled, but for courtesy and headings', async (part) => {
  for (const { id, answer, statements } of await readLabelledInputs(part)) {
    const labelled = statements.reduce((sum, { text, quote }) => sum + squeeze(quote ?? text).length, 0);
    expect(labelled / squeeze(answer).length, id).toBeGreaterThan(0.5);
  }
});

test('nothing is taken from the demo suite', async () => {
  const demo = await readFile(new URL('../../evals/support/cases.jsonl', import.meta.url), 'utf8');
  expect(all.filter(({ input }) => demo.includes(JSON.stringify(input).slice(1, -1)))).toEqual([]);
});

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ');
}
