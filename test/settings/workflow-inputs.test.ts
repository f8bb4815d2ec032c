import { expect, test } from 'vitest';
import type { FileReader } from '../../src/ports/files.js';
import { workflowChanges } from '../../src/settings/workflow-inputs.js';

const PATH = '.github/workflows/check.yml';
const SECRET = `\${{ secrets.KEY }}`;
const LEVEL = `\${{ inputs.level }}`;

function filesOf(texts: Readonly<Record<string, string>>): FileReader {
  return { name: 'files', read: async (path) => texts[path] ?? null };
}

function changes(
  now: Readonly<Record<string, string>>,
  was: Readonly<Record<string, string>>,
  running: string | null = null,
) {
  return workflowChanges(PATH, { head: filesOf(now), base: filesOf(was) }, running);
}

const workflow = (inputs: string, uses = 'acme/prompt-regression@v1') =>
  `jobs:\n  check:\n    steps:\n      - uses: actions/checkout@v6\n        with: { ref: main }\n      - uses: ${uses}\n        with: ${inputs}\n`;

test('what is set, taken out and set otherwise is a line each', async () => {
  const was = { [PATH]: workflow('{ threshold: 0.8, fail-on: threshold, suite: a }') };
  const now = { [PATH]: workflow('{ threshold: 10%, suite: a, max-calls: 5 }') };
  expect(await changes(now, was)).toEqual([
    "`threshold` in the workflow `0.8` → `10%`: it is the pull request's, and counts at once.",
    "`fail-on` in the workflow `threshold` → none: it is the pull request's, and counts at once.",
    "`max-calls` in the workflow none → `5`: it is the pull request's, and counts at once.",
  ]);
  expect(await changes(was, was)).toEqual([]);
});

test('a copy of the action under another name is known by the repository that runs', async () => {
  const was = { [PATH]: workflow('{ threshold: 0.8 }', 'Acme/answers-check@v1') };
  const now = { [PATH]: workflow('{ threshold: 10% }', 'acme/answers-check@v2') };
  expect(await changes(now, was)).toEqual([]);
  expect(await changes(now, was, 'acme/other-check')).toEqual([]);
  expect(await changes(now, was, 'acme/answers-check')).toEqual([
    "`threshold` in the workflow `0.8` → `10%`: it is the pull request's, and counts at once.",
  ]);
});

test('another step, a comment and the order of the inputs are no change', async () => {
  const was = { [PATH]: workflow('{ threshold: 0.8, suite: a }') };
  const now = { [PATH]: `# New.\n${workflow('{ suite: a, threshold: 0.8 }').replace('main', 'other')}` };
  expect(await changes(now, was)).toEqual([]);
});

test('names and values of whatever length and signs are one short code span each', async () => {
  const was = { [PATH]: workflow('{}') };
  const [line = '', ...more] = await changes(
    { [PATH]: workflow(`{ "a\`\\n@b": ${'x'.repeat(90_000)} }`) },
    was,
  );
  expect(more).toEqual([]);
  expect(line).toMatch(/^`a {2}@b` in the workflow none → `x{100,}…`: it is/);
  expect(line.length).toBeLessThan(300);
});

test('the value of a secret is never quoted', async () => {
  const was = { [PATH]: workflow(`{ openai-api-key: "${SECRET}" }`) };
  const now = { [PATH]: workflow('{ openai-api-key: sk-literal }') };
  expect(await changes(now, was)).toEqual([
    "`openai-api-key` in the workflow: it is the pull request's, and counts at once.",
  ]);
});

test.each([
  ['a called workflow', '.github/workflows/eval.yml', './.github/workflows/eval.yml', workflow],
  [
    'an action of the repository',
    'tools/eval/action.yml',
    './tools/eval',
    (inputs: string) => `runs:\n  steps:\n    - uses: acme/prompt-regression@v1\n      with: ${inputs}\n`,
  ],
])('what %s hands on counts, and what it is given', async (_, path, uses, made) => {
  const caller = (inputs: string) =>
    `jobs: { check: { uses: ${uses}, with: ${inputs}, steps: [{ uses: ${uses} }] } }`;
  const was = { [PATH]: caller('{ level: 0.8 }'), [path]: made(`{ threshold: "${LEVEL}" }`) };
  expect(await changes({ ...was, [path]: made('{ threshold: 0.1 }') }, was)).toEqual([
    `\`threshold\` in the workflow \`${LEVEL}\` → \`0.1\`: it is the pull request's, and counts at once.`,
  ]);
  expect(await changes({ ...was, [PATH]: caller('{ level: 0.1 }') }, was)).toEqual([
    "`level` in the workflow `0.8` → `0.1`: it is the pull request's, and counts at once.",
  ]);
});

const ODD = 'jobs: { a: 1, b: { steps: 2 }, c: { steps: [3, { uses: 4, with: 5 }] } }';
const broken = { 'tools/x/action.yml': 'runs: [' };

test.each([
  [
    'moves to another job',
    'jobs: { a: { uses: o/prompt-regression@v1, with: { threshold: 0.8 } }, b: { uses: o/prompt-regression@v1 } }',
    'jobs: { a: { uses: o/prompt-regression@v1 }, b: { uses: o/prompt-regression@v1, with: { threshold: 0.8 } } }',
    '`threshold` in the workflow `0.8`, none → none, `0.8`: ',
  ],
  [
    'changes place with the other job',
    'jobs: { a: { uses: o/prompt-regression@v1, with: { threshold: 0.8 } }, b: { uses: o/prompt-regression@v1, with: { threshold: 0.1 } } }',
    'jobs: { b: { uses: o/prompt-regression@v1, with: { threshold: 0.8 } }, a: { uses: o/prompt-regression@v1, with: { threshold: 0.1 } } }',
    '`threshold` in the workflow `0.8`, `0.1` → `0.1`, `0.8`: ',
  ],
  [
    'is no YAML any more',
    workflow('{ threshold: 0.8 }'),
    'jobs: [',
    `\`${PATH}\` cannot be read as YAML: what the workflow gives this action is not known.`,
  ],
  [
    'stands where nobody sees it',
    workflow('{ threshold: 0.8 }'),
    workflow('{ threshold: 0.1 }', './of-another-checkout'),
    `\`${PATH}\` names this action no more: what the workflow gives this action is not known.`,
  ],
])('what %s is told', async (_, was, now, line) => {
  expect((await changes({ [PATH]: now }, { [PATH]: was }))[0]).toContain(line);
});

test('a file that only a comment names, and nobody can read, hides nothing', async () => {
  const now = { [PATH]: `# uses: ./tools/x\n${workflow('{ threshold: 0.1 }')}`, ...broken };
  expect(await changes(now, { [PATH]: workflow('{ threshold: 0.8 }') })).toEqual([
    '`tools/x` cannot be read as YAML: what the workflow gives this action is not known.',
    "`threshold` in the workflow `0.8` → `0.1`: it is the pull request's, and counts at once.",
  ]);
});

test('what we know stands before names that there may be any number of', async () => {
  const many = Array.from({ length: 50 }, (_, index) => `a${index}: 1`).join(', ');
  const [first] = await changes(
    { [PATH]: workflow(`{ ${many}, fail-on: error }`) },
    { [PATH]: workflow('{}') },
  );
  expect(first).toContain('`fail-on` in the workflow none → `error`');
});

test.each([
  ['new', workflow('{ threshold: 0.1 }'), undefined],
  ['without this action', workflow('{ threshold: 0.1 }', 'acme/other@v1'), workflow('{}', 'acme/other@v1')],
  ['of odd forms', ODD, `${ODD}\n`],
])('nothing is said of a workflow that is %s', async (_, now, was) => {
  expect(await changes({ [PATH]: now }, was === undefined ? {} : { [PATH]: was })).toEqual([]);
});
