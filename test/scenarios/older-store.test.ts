import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sample } from '../../src/ports/run-record.js';
import type { Files } from '../support/git-project.js';
import { commentOf, isJudging } from './said.js';
import { createWorld, type Model, type World } from './world.js';

/** How much text the older release was told to keep. */
const TEXTS = ['full', 'statements', 'none'] as const;

const config = (
  text: (typeof TEXTS)[number],
) => `limits: { max-retries: 1, request-timeout: 60s, timeout: 10m }
judge: { model: judge-1 }
store: { text: ${text} }
suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-1 }
    scorers: [answer-relevancy, keyword-coverage]
    gate: { threshold: 0.1 }
`;

const CASES = [
  { id: 'bold', input: 'How long does a refund take?' },
  { id: 'repeated', input: 'When are you open?' },
  { id: 'headings', input: 'How do I pay an invoice?' },
  { id: 'plain', input: 'Can I return a gift card?', task: 'Answers questions about gift cards.' },
];

/** The project as it was measured. Another byte, and its commit is not the one that was measured. */
const measuredFiles = (text: (typeof TEXTS)[number]) => ({
  'README.md': 'An agent.\n',
  'prompts/support.md': 'You answer questions of customers.\n',
  'evals/cases.jsonl': CASES.map((row) => JSON.stringify(row)).join('\n'),
  'prompt-regression.yml': config(text),
});

const ANSWERS: Readonly<Record<string, string>> = {
  'How long does a refund take?':
    'A refund takes five working days.\n\nThe money goes back to the card that you paid with.\n\n**Our cat sends her love to everybody**',
  'When are you open?': `${'We are open from nine to five. '.repeat(6)}Dogs are loyal animals.`,
  'How do I pay an invoice?':
    '## Paying\n\n- By card, at the link in your mail.\n- By transfer, within two weeks.\n\n## Feel free to visit our parrots\n\nYou may also ask your bank:',
  'Can I return a gift card?': 'Gift cards cannot be returned, but they never expire. They may be lost.',
};

/** The agent and the judge of that time, and of today: they go by the words, not by how an answer is taken apart. */
const SAME_MODEL: Model = {
  answer: (input) => ANSWERS[input] ?? 'Nothing.',
  verdict: (statement, { answer }) => {
    const words = statement.match(/\w+/g) ?? [];
    if (/\b(cat|dog|parrot)s?\b/i.test(statement) || !words.every((word) => answer.includes(word)))
      return 'no';
    return /may be/.test(statement) ? 'unsure' : 'yes';
  },
};

const FIXTURE = join(import.meta.dirname, '../fixtures/store-version-1');

const BRANCH = 'prompt-regression-data';

type Text = (typeof TEXTS)[number];

/** A record of the fixture, as far as it is edited here. */
type Stored = {
  readonly judge: object;
  readonly scorers: readonly { readonly id: string }[];
  readonly cases: readonly { readonly samples: readonly Sample[] }[];
};

/** The branch as the release before record version 2 wrote it, its records unpacked. */
function branchFiles(text: Text, edit: (record: Stored) => Stored): Files {
  const folder = join(FIXTURE, text);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const path = file.slice(folder.length + 1);
      const body = readFileSync(file, 'utf8');
      if (!name.endsWith('.json')) return [path, body];
      return [`${path}.gz`, JSON.stringify(edit(JSON.parse(body)))];
    }),
  );
}

/** A harmless pull request against a baseline: a stored one, or one that today's action has just stored. */
async function runPull(text: Text, store: 'fresh' | ((record: Stored) => Stored)) {
  await using world = await createWorld({ files: measuredFiles(text), model: SAME_MODEL });
  if (store === 'fresh') await world.runPush();
  else world.project.commit(BRANCH, branchFiles(text, store), []);
  const before = world.openai.requests.length;
  world.openPull(7, { 'prompts/support.md': 'You answer questions of our customers.\n' });
  const { code, log, outputs } = await world.runPull(7);
  const { decision, score, delta, 'baseline-score': base } = outputs;
  return {
    said: { code, decision, score, base, delta },
    answers: countAnswers(world, before),
    comment: commentOf(world),
    log,
  };
}

function countAnswers({ openai }: World, from: number): number {
  return openai.requests.slice(from).filter(({ body }) => !isJudging(body)).length;
}

/** What a later release may change: then the stored scores are not today's. What else counts is in judged-otherwise.test.ts. */
const formulasChanged = (record: Stored): Stored => withScorers(record, { formula: 'of then' });
const judgeChanged = (record: Stored): Stored => ({
  ...halved(record),
  judge: { ...record.judge, fingerprint: 'of then' },
});

function withScorers(record: Stored, change: object): Stored {
  return { ...halved(record), scorers: record.scorers.map((scorer) => ({ ...scorer, ...change })) };
}

function halved(record: Stored): Stored {
  const halve = (sample: Sample): Sample => ({
    ...sample,
    judgements: Object.fromEntries(
      Object.entries(sample.judgements).map(([id, judgement]) => [
        id,
        judgement.status === 'scored' ? { ...judgement, score: judgement.score / 2 } : judgement,
      ]),
    ),
  });
  return { ...record, cases: record.cases.map((row) => ({ ...row, samples: row.samples.map(halve) })) };
}

const fresh = new Map<Text, ReturnType<typeof runPull>>();

/** What the pull request comes to against a baseline that today's action stored. */
function runFresh(text: Text): ReturnType<typeof runPull> {
  const run = fresh.get(text) ?? runPull(text, 'fresh');
  fresh.set(text, run);
  return run;
}

/** No update of the action alone may turn a run inconclusive, or red. */
describe('a baseline that an older release stored', () => {
  it.each(TEXTS)('decides as a fresh one does, where it keeps %s text', async (text) => {
    const { said, log } = await runFresh(text);
    expect(said, log).toMatchObject({ code: 0, decision: 'pass', delta: '0.00' });
    const old = await runPull(text, (record) => record);
    expect(old.said, old.log).toEqual(said);
  });

  it.each([
    ['the formulas', formulasChanged],
    ['the judge', judgeChanged],
  ])('is scored anew where %s changed since, and the base is not asked', async (_what, edit) => {
    const { said, answers } = await runFresh('full');
    const old = await runPull('full', edit);
    expect(old.said, old.log).toEqual(said);
    expect(old.answers).toBe(answers);
    expect(old.comment).toContain("The baseline's stored answers were judged again");
  });

  it('gives way to the base, run now, where the formulas changed and it keeps no answers', async () => {
    const { said, answers } = await runFresh('none');
    const old = await runPull('none', formulasChanged);
    expect(old.said, old.log).toEqual(said);
    expect(old.answers).toBe(answers + 12);
    expect(old.comment).toContain('run now, because the stored record was judged by');
  });

  it('is measured once more by the next push, and not by the one after', async () => {
    await using world = await createWorld({ files: measuredFiles('full'), model: SAME_MODEL });
    world.project.commit(
      BRANCH,
      branchFiles('full', (record) => record),
      [],
    );
    expect((await world.runPush()).code).toBe(0);
    const asked = world.openai.requests.length;
    expect(asked).toBeGreaterThan(0);
    const { remote } = world.project;
    const paths = remote.walk(remote.commit(world.project.tip(BRANCH))?.tree ?? '').map(({ name }) => name);
    expect(
      paths.filter((name) => name.endsWith('.gz')).map((name) => name.split('/').slice(0, 3).join('/')),
    ).toEqual(['v1/support/runs', 'v2/@top/support']);
    expect((await world.runPush()).code).toBe(0);
    expect(world.openai.requests).toHaveLength(asked);
  });
});
