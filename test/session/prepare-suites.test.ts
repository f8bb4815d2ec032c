import { expect, test } from 'vitest';
import type { FileTree } from '../../src/model/repository.js';
import type { Snapshot, WorkingCopy } from '../../src/model/side.js';
import { prepareBaseline, prepareCheck, prepareWithoutBase } from '../../src/session/prepare-suites.js';
import { readSettings, type SettingsOfBothSides } from '../../src/settings/read-settings.js';

const CONFIG = `judge: { model: builtin }
suites:
  - { name: support, dataset: d.jsonl, target: { prompt: p.md, model: m }, gate: { max-drop: 0.04 } }
`;
const FILES = { 'prompt-regression.yml': CONFIG, 'd.jsonl': '{"input":"How are you?"}\n', 'p.md': 'Base.' };

function treeOf(name: string, content: Readonly<Record<string, string>>): FileTree {
  return {
    name,
    read: async (path) => content[path] ?? null,
    readBytes: async (path) => Buffer.from(content[path] ?? ''),
    linkTarget: async () => null,
    list: async () => Object.entries(content).map(([path, text]) => ({ path, blob: text })),
  };
}

const tree = treeOf('base', FILES);
const base: Snapshot = {
  commit: 'a'.repeat(40),
  branch: 'main',
  tree,
  reader: tree,
  root: null,
  rewritten: [],
};

async function sessionOf(changed: Readonly<Record<string, string>>) {
  const files = treeOf('head', { ...FILES, ...changed });
  const head: WorkingCopy = {
    commit: 'b'.repeat(40),
    branch: null,
    tree: files,
    reader: files,
    root: '/head',
    rewritten: [],
  };
  const request = { head: files, base: tree, overrides: {}, env: {}, shell: 'action' } as const;
  const sides: SettingsOfBothSides = await readSettings(request);
  return { sides, head, prefix: '', base, withoutBase: new Set<string>(), onChange: true };
}

test('the base decides whether a check runs, and it does not if no watched file changed', async () => {
  const [unchanged] = await prepareCheck(await sessionOf({ 'unwatched.md': 'x' }));
  expect(unchanged?.status).toBe('unchanged');
  const session = await sessionOf({ 'p.md': 'Head.' });
  const [run] = await prepareCheck(session);
  expect(run).toMatchObject({ status: 'ready', base, judgedBy: 'base', choice: { kind: 'auto' } });
  expect(run?.status === 'ready' && [...run.tasks.values()]).toEqual(['Base.']);
  const [asked] = await prepareCheck({ ...(await sessionOf({})), onChange: false });
  expect(asked?.status).toBe('ready');
});

test('a suite whose dataset is listed and cannot be read, as a link, is not passed over as unchanged', async () => {
  const session = await sessionOf({});
  const read = async (path: string) => (path === 'd.jsonl' ? null : session.head.reader.read(path));
  const files = { ...treeOf('head', FILES), read };
  const head = { ...session.head, reader: files, tree: files };
  await expect(prepareCheck({ ...session, head })).rejects.toThrow('d.jsonl');
});

test.each([
  ['another prompt', { 'p.md': 'Head.' }, false],
  ['another model', { 'prompt-regression.yml': CONFIG.replace('model: m', 'model: other') }, false],
  [
    'another address',
    { 'prompt-regression.yml': CONFIG.replace('model: m', 'model: m, base-url: https://x.example/v1') },
    false,
  ],
  ['the same agent', { 'prompt-regression.yml': `# Ours.\n${CONFIG}` }, true],
])('only shown cases run if nothing but the dataset changed: %s', async (_, changed, onlyShown) => {
  const [run] = await prepareCheck(await sessionOf({ ...changed, 'd.jsonl': '{"input":"Who are you?"}\n' }));
  expect(run).toMatchObject({ status: 'ready', onlyShown, head: { cases: { length: 1 } } });
});

test('what becomes a baseline is judged under its own prompt, is due always, and fails for no regression', async () => {
  const session = await sessionOf({ 'p.md': 'Head.' });
  const [run] = await prepareBaseline(session);
  expect(run).toMatchObject({ status: 'ready', base, judgedBy: 'head', choice: { kind: 'stored' } });
  expect(run?.status === 'ready' && [...run.tasks.values()]).toEqual(['Head.']);
  const [scorer] = run?.status === 'ready' ? run.settings.scorers : [];
  expect(scorer?.gate).toMatchObject({ failOn: ['threshold', 'cost', 'error', 'inconclusive'] });
  expect((await prepareBaseline(await sessionOf({})))[0]?.status).toBe('ready');
});

test('reports the errors of all suites at once', async () => {
  const two = `${CONFIG}  - { name: sales, dataset: gone.jsonl, target: { prompt: none.md, model: m } }\n`;
  const session = await sessionOf({ 'prompt-regression.yml': two, 'd.jsonl': 'no JSON' });
  await expect(prepareCheck(session)).rejects.toMatchObject({
    problems: ['d.jsonl', '"none.md"', '"gone.jsonl"'].map((name) => expect.stringContaining(name)),
  });
});

const TWO = `${CONFIG}  - { name: sales, dataset: d.jsonl, target: { prompt: p.md, model: m } }\n`;
const WRONG = TWO.replace('sales, dataset', 'sales, datasets');

test("a wrong key of one suite is that suite's own, and the base's settings do not stand in for it", async () => {
  const session = await sessionOf({ 'prompt-regression.yml': WRONG, 'p.md': 'Head.' });
  for (const suites of [await prepareCheck(session), await prepareBaseline(session)]) {
    expect(suites.map(({ settings, status }) => [settings.name, status])).toEqual([
      ['support', 'ready'],
      ['sales', 'cannot-run'],
    ]);
    const [, sales] = suites;
    expect(sales?.status === 'cannot-run' && sales.problems).toEqual([
      expect.stringMatching(/^prompt-regression\.yml:4: unknown key `datasets` in `suites\[1\]`/),
    ]);
  }
  await expect(prepareWithoutBase(session.sides.settings.suites, session)).rejects.toThrow('datasets');
});

test("a wrong key of one of the base's suites needs a person for that suite alone", async () => {
  const read = async (head: string, was: string) =>
    readSettings({
      head: treeOf('head', { ...FILES, 'prompt-regression.yml': head }),
      base: treeOf('base', { ...FILES, 'prompt-regression.yml': was }),
      ...{ overrides: {}, env: {}, shell: 'action' },
    });
  const { review, settings } = await read(TWO, WRONG);
  expect(settings.suites.map(({ name }) => name)).toEqual(['support', 'sales']);
  expect([...review]).toEqual([
    [
      'sales',
      [
        {
          ...{ kind: 'unreadable-base', what: 'config', path: null },
          problems: [expect.stringContaining('`datasets`')],
        },
      ],
    ],
  ]);
  expect((await read(WRONG, TWO)).settings.suites.map(({ name }) => name)).toEqual(['support']);
});
