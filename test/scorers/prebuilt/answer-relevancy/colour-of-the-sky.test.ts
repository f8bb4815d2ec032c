import { describe, expect, test } from 'vitest';
import { createBuiltinJudge } from '../../../../src/judging/builtin-judge.js';
import type { VerdictLabel } from '../../../../src/model/verdict.js';
import { labeller } from '../../../support/item-scorers.js';
import { isControl, llmJudge } from '../../../support/judges.js';
import { createRequest, relevancy, score, scoreOf } from '../../../support/relevancy.js';

const INPUT = 'What colour is the sky?';
const OPTIONS = { uncertaintyWeight: 0.5 };

type Row = { readonly kind: string; readonly output: string; readonly says: VerdictLabel | null };

/** Eight answers, with what a judge says of each; the empty one is not put to it. */
const ROWS: readonly Row[] = [
  { kind: 'direct', output: 'The sky is blue.', says: 'yes' },
  { kind: 'direct', output: 'On a clear day the sky looks blue.', says: 'yes' },
  { kind: 'partial', output: 'Its colour changes with the position of the sun.', says: 'unsure' },
  { kind: 'partial', output: 'Light is scattered by the air above us.', says: 'unsure' },
  { kind: 'unrelated', output: 'Bread should cool before it is sliced.', says: 'no' },
  { kind: 'unrelated', output: 'The train to the coast leaves at noon.', says: 'no' },
  { kind: 'empty', output: '', says: null },
  { kind: 'wrong but on topic', output: 'The sky is green.', says: 'yes' },
];
const WORTH: Readonly<Record<VerdictLabel, number>> = { yes: 1, unsure: 0.5, no: 0 };
const judgeOf = () =>
  llmJudge(
    labeller((item) => {
      if (isControl(item)) return 'no';
      return ROWS.find(({ output }) => output === item)?.says ?? 'no';
    }),
  );
const worthOf = ({ says }: Row): number => (says === null ? 0 : WORTH[says]);

describe('relevancy of answers on the colour of the sky, an unsure statement worth half a point', () => {
  test.each(ROWS)('$kind: “$output”', async (row) => {
    const judgement = await score(
      relevancy(judgeOf(), OPTIONS),
      createRequest({ input: INPUT, output: row.output }),
    );
    expect(scoreOf(judgement)).toBe(worthOf(row));
  });

  test('all in one answer: their mean, the empty one has no part in it', async () => {
    const said = ROWS.filter(({ says }) => says !== null);
    const judgement = await score(
      relevancy(judgeOf(), OPTIONS),
      createRequest({ input: INPUT, output: said.map(({ output }) => output).join('\n\n') }),
    );
    expect(scoreOf(judgement)).toBeCloseTo((3 + 2 * 0.5) / 7, 10);
    expect(judgement).toMatchObject({ statements: said.map(({ says }) => ({ result: says })) });
  });

  test.each(ROWS.filter(({ kind }) => kind !== 'partial'))(
    'the built-in judge, $kind: “$output”',
    async (row) => {
      const judgement = await score(
        relevancy(createBuiltinJudge(), OPTIONS),
        createRequest({ input: INPUT, output: row.output }),
      );
      expect(scoreOf(judgement)).toBe(worthOf(row));
    },
  );
});
