import { describe, expect, it } from 'vitest';
import { measureAgreement } from '../../evals/labelled/agreement.js';
import { labelsOf } from '../../evals/labelled/judge-labelled.js';
import { PARTS, readLabelledInputs } from '../../evals/labelled/labelled-inputs.js';
import { readPlanted, takeApartPlanted } from '../../evals/labelled/planted.js';
import { judgedFrom, readRecorded, verdictsOf } from '../../evals/labelled/recorded.js';
import { renderRecorded } from '../../evals/labelled/render-agreement.js';
import { scriptedJudge } from '../support/judges.js';

const FILE = 'evals/labelled/recorded/2026-11-large-model.json';

describe('recorded replies', () => {
  it('come back as they were said, and an input that nobody judged is left out', async () => {
    const { verdicts } = await readRecorded(FILE);
    const fresh = (await readLabelledInputs('fresh')).filter(({ id }) => !id.startsWith('mixed-'));
    const judged = judgedFrom(fresh, verdicts);
    expect(judged).toHaveLength(67);
    expect(verdictsOf(judged)).toEqual(Object.fromEntries(fresh.map(({ id }) => [id, verdicts[id]])));
    expect(judgedFrom(await readLabelledInputs('tuned'), verdicts)).toEqual([]);
  });

  it('are refused where the statements are others by now', async () => {
    const [input] = await readLabelledInputs('fresh');
    if (!input) throw new Error('there is no input');
    expect(() => judgedFrom([input], { [input.id]: [['yes', '']] })).toThrow(/1 verdicts are recorded for 4/);
  });

  it.each([
    ['2026-11-large-model.json', 365],
    ['2026-11-sample.json', 91],
  ])('%s: relevant is told from irrelevant', async (file, statements) => {
    const { verdicts } = await readRecorded(`evals/labelled/recorded/${file}`);
    const inputs = await Promise.all(PARTS.map(readLabelledInputs));
    const { kappaOfTwo, ...agreement } = measureAgreement(labelsOf(judgedFrom(inputs.flat(), verdicts)));
    expect(agreement).toMatchObject({ statements, unscored: 0 });
    expect(kappaOfTwo).toBeGreaterThanOrEqual(0.95);
  });

  it('tell that the rules have changed since, and how many planted clauses were found', async () => {
    const recorded = await readRecorded(FILE);
    const clauses = await readPlanted();
    const said = renderRecorded(recorded, { clauses, second: measureAgreement([]), today: 'others' });
    expect(said).toContain('today’s are others: measure again');
    expect(said).toContain('extraction: auto makes a statement of 60 of 60 planted clauses.');
  });
});

describe('planted clauses', () => {
  it('are all put to the judge by auto, or cut by rule', async () => {
    const clauses = await readPlanted();
    const judge = scriptedJudge(() => ({ statements: [] }));
    const { signal } = new AbortController();
    const taken = await takeApartPlanted(clauses, { judge, extraction: 'auto', signal });
    const cut = taken.filter((statements) => statements.length > 1).length;
    expect(judge.questions.length + cut).toBe(60);
  });
});
