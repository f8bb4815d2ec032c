import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../build/code-blocks.js';
import { commentOf, expectEnd, resultOf, statusOf } from './said.js';
import { CONFIG, createWorld, DATASET, HARMLESS, PETS } from './world.js';

/** A suite with relevancy and another scorer. Without a threshold, answers have to run again before it is red. */
function withScorer(scorer: string): string {
  return CONFIG.replace(/ {4}gate: .*/, `    scorers: [answer-relevancy, ${scorer}]`);
}

/** The first two cases have an expected answer. */
const HALF_EXPECTED = DATASET.split('\n')
  .map((line, index) => (index < 2 ? line.replace('}', ', "groundTruth": "what we know"}') : line))
  .join('\n');

/** Scores answers about refunds and invoices, and nothing else. */
const SCORE_PY = `import json, sys
for line in sys.stdin:
    case = json.loads(line)
    asked = "refunds" in case["input"] or "invoices" in case["input"]
    print(json.dumps({"id": case["id"], "score": 1 if asked else None, "reason": "only refunds and invoices"}))
`;

/** Has nothing to score in every third answer to the same question. */
const NOW_AND_THEN_PY = `import json, sys
seen = {}
for line in sys.stdin:
    case = json.loads(line)
    count = seen[case["id"]] = seen.get(case["id"], int(case["id"][-1])) + 1
    print(json.dumps({"id": case["id"], "score": 1 if count % 3 else None, "reason": "it names no form"}))
`;

/** Reports an error for every answer about delivery that it sees again. */
const BREAKS_LATER_PY = `import json, sys
seen = set()
for line in sys.stdin:
    case = json.loads(line)
    key = case["id"] + case["output"]
    broken = "delivery" in case["input"] and "cat" in case["output"] and key in seen
    seen.add(key)
    print(json.dumps({"id": case["id"], "error": "no such table"} if broken else {"id": case["id"], "score": 1}))
`;

const OTHER_SCORERS = [
  ['has an expected answer for some cases', 'contains', { 'evals/cases.jsonl': HALF_EXPECTED }],
  ['answers `score: null`', '{ command: [python3, evals/score.py] }', { 'evals/score.py': SCORE_PY }],
  [
    'answers `score: null` now and then',
    '{ command: [python3, evals/score.py], workers: 1 }',
    { 'evals/score.py': NOW_AND_THEN_PY },
  ],
] as const;

describe('a scorer that has nothing to score in some answers', () => {
  it.each(OTHER_SCORERS)('and %s hides no regression of another', async (_, scorer, files) => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': withScorer(scorer), ...files },
    });
    world.openPull(7, { 'prompts/support.md': PETS });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(
      resultOf(run, 'support')?.scorers.map(({ decision }) => decision),
      run.log,
    ).toEqual(['fail', 'pass']);
    expect(commentOf(world)).toContain('our cat sends her love');
  });

  it('is green if nothing got worse, and its other scores count', async () => {
    await using world = await createWorld({
      files: {
        'prompt-regression.yml': withScorer(OTHER_SCORERS[1][1]),
        'evals/score.py': SCORE_PY,
      },
    });
    world.openPull(7, { 'prompts/support.md': HARMLESS });
    const run = await world.runPull(7);
    expectEnd(run, 0, { decision: 'pass' });
    expect(resultOf(run, 'support')?.scorers.map(({ score }) => score)).toEqual([1, 1]);
  });
});

describe('a scorer that has nothing to score in any answer', () => {
  it('can be removed: a maintainer accepts it', async () => {
    await using world = await createWorld({
      files: { 'prompt-regression.yml': withScorer('faithfulness') },
    });
    const head = world.openPull(7, { 'prompt-regression.yml': withScorer('').replace(', ]', ']') });
    const run = await world.runPull(7);
    expectEnd(run, 1, { decision: 'fail' });
    expect(resultOf(run, 'support')?.scorers.map(({ decision }) => decision)).toEqual(['pass', 'fail']);
    expect(statusOf(world, head)).toMatchObject({ state: 'failure' });
    expect(commentOf(world)).toContain('needs human review: 1 scorer has nothing to score');
    expect(commentOf(world)).toContain(
      '**Next:** follow the step given for `support · faithfulness`. Intended? A maintainer adds the label `prompt-regression-accepted`.',
    );
    expect(commentOf(world)).toContain(
      '**Next:** check whether it is fine that 1 scorer has nothing to score; if not, first add a case to the dataset on `main` that can be scored.',
    );
    const label = 'prompt-regression-accepted';
    world.github.state.collaborators.set('ann', 'maintain');
    world.github.setPull({ number: 7, labels: [label] });
    const payload = { action: 'labeled', label: { name: label }, sender: { login: 'ann' } };
    expectEnd(await world.runPull(7, { payload }), 0, {});
    expect(statusOf(world, head)).toMatchObject({ state: 'success' });
  });
});

it('the example `names-the-fact.ts` of the page scores the cases that it is about', async () => {
  const [code = ''] = codeBlocks('docs/config.md', 'ts');
  const [first = ''] = DATASET.split('\n');
  const { id } = JSON.parse(first);
  await using world = await createWorld({
    files: {
      'prompt-regression.yml': withScorer('./evals/names-the-fact.ts'),
      'evals/names-the-fact.ts': code.replace("'refund-window'", JSON.stringify(id)),
      'prompts/support.md': 'You answer questions of customers.\nAdd: You have 30 days.\n',
    },
  });
  world.openPull(7, {
    'prompts/support.md': 'You answer questions of customers.\nAdd: You have 30 weeks.\n',
  });
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail' });
  const scorers = resultOf(run, 'support')?.scorers;
  expect(scorers?.[1], run.log).toMatchObject({
    scorer: 'names-the-fact',
    baselineScore: 1,
    score: 0,
    decision: 'fail',
  });
});

it('a scorer that breaks when a case runs again leaves the result of the others', async () => {
  await using world = await createWorld({
    files: {
      'prompt-regression.yml': withScorer('{ command: [python3, evals/score.py], workers: 1 }'),
      'evals/score.py': BREAKS_LATER_PY,
    },
  });
  world.openPull(7, { 'prompts/support.md': PETS });
  const run = await world.runPull(7);
  expectEnd(run, 1, { decision: 'fail' });
  expect(resultOf(run, 'support')?.scorers[0], run.log).toMatchObject({ decision: 'fail' });
});
