import { describe, expect, test } from 'vitest';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import { SCORERS } from '../../src/scorers/catalog.js';
import { JUDGED_OPENERS } from '../../src/scorers/judged-scorers.js';
import { openScorer } from '../../src/scorers/open-scorer.js';
import { labeller, scoredOf } from '../support/item-scorers.js';
import { llmJudge } from '../support/relevancy.js';
import { SPECIMENS } from './judged/items/judged-scorers.js';

const JUDGED = SCORERS.filter(({ kind }) => kind === 'judged').map(({ id }) => id);

test('every judged scorer of the catalog can be opened, and no other', () => {
  expect(Object.keys(JUDGED_OPENERS).toSorted()).toEqual(JUDGED.toSorted());
  expect(SPECIMENS.map(({ scorer }) => scorer.about.id).toSorted()).toEqual(
    Object.keys(JUDGED_OPENERS).toSorted(),
  );
});

describe('labels', () => {
  test.each(SPECIMENS.map(({ scorer, options }) => [scorer.about.id, scorer, options] as const))(
    'of the parts of %s are all different, and its control and hostile ones are among them',
    (_, { parts, about }, options) => {
      const all = parts(about.options.parse(options ?? {}) as never);
      const labels = all.flatMap((part) => Object.keys(part.labels));
      expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(labels.length);
      for (const part of all) {
        const own = Object.keys(part.labels);
        expect(own).toEqual(expect.arrayContaining([...part.control.labels, ...part.ignored, part.hostile]));
        // A judge that finds everything good must fall for the control items.
        for (const label of part.control.labels) expect(part.labels[label]).not.toBe('yes');
        for (const label of own) expect(part.rules).toContain(`"${label}"`);
        expect(part.rules).toContain(`"${part.itemsKey}"`);
        expect(part.control.pool.length).toBeGreaterThanOrEqual(50);
      }
    },
  );
});

test('a suite may use one twice, under names of its own, at the price of one', async () => {
  const found = SPECIMENS.find(({ scorer }) => scorer.about.id === 'toxicity');
  if (!found) throw new Error('no specimen');
  const chat = labeller(found.honest);
  const tools = { judge: llmJudge(chat), store: createVerdictStore([]), salt: 'salt' };
  const signal = new AbortController().signal;
  const scores = [];
  for (const scale of [1, 10]) {
    const options = found.scorer.about.options.parse({ scale });
    const use = { kind: 'prebuilt', id: 'toxicity', options } as const;
    const scorer = openScorer({ name: `rude-${scale}`, use, gate: {} as never }, tools);
    expect(scorer.fingerprint).toMatchObject({ id: `rude-${scale}`, use: 'toxicity', higherIsBetter: false });
    scores.push(scoredOf(await scorer.score(found.request, { signal })).score);
  }
  expect(scores[1]).toBeCloseTo((scores[0] ?? 0) * 10, 10);
  expect(chat.requests).toHaveLength(2);
});
