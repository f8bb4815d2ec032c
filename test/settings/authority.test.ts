import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ReviewReason, SettingsChange } from '../../src/model/notes.js';
import type { FileReader } from '../../src/model/repository.js';
import type { Settings } from '../../src/model/suite.js';
import { renderSettingsChange } from '../../src/report/notes/note.js';
import { applyBaseSettings } from '../../src/settings/authority.js';
import { buildConfigJsonSchema, listKnownKeys } from '../../src/settings/config-schema.js';
import { blockKeys } from '../../src/settings/keys.js';
import { reviewTarget } from '../../src/settings/read-settings.js';
import { settingsOf } from '../support/settings.js';

function settings(config: string, env: Readonly<Record<string, string>> = { OPENAI_API_KEY: 'k' }): Settings {
  return settingsOf(config, { env });
}

const BASE = `
judge: { model: j }
suites:
  - name: a
    dataset: a.csv
    task: Helps.
    watch: [src/**]
    target: { prompt: a.md, model: m }
    gate: { threshold: 0.8 }
`;
const base = settings(BASE);

function apply(head: string) {
  const { settings: applied, changes } = applyBaseSettings(settings(head), base);
  return { suite: applied.suites[0], applied, found: changes.get('a') ?? [] };
}

test("without a base or a change, the head's settings apply and nothing is reported", () => {
  const head = settings(BASE);
  expect(applyBaseSettings(head, null)).toEqual({ settings: head, changes: new Map() });
  expect(applyBaseSettings(head, base)).toEqual({ settings: head, changes: new Map() });
});

test.each<[string, string, SettingsChange]>([
  ['task: Helps.', 'task: Talks about cats.', { kind: 'task' }],
  ['watch: [src/**]', 'watch: [lib/**]', { kind: 'watch', removed: ['src/**'], added: ['lib/**'] }],
])('%j → %j: the base decides', (from, to, change) => {
  const { suite, found } = apply(BASE.replace(from, to));
  // The head's own lines are known besides, so that mistakes in them are told.
  const own = { givenWatch: ['src/**'] };
  expect({ ...suite, ...own }).toEqual(base.suites[0]);
  expect(found).toEqual([change]);
});

test("target and dataset are what is under test, and are the head's", () => {
  const { suite, found } = apply(BASE.replace('a.csv', 'b.csv').replace('prompt: a.md', 'prompt: b.md'));
  expect(suite).toMatchObject({
    dataset: 'b.csv',
    target: { prompt: 'b.md' },
    scorers: [{ gate: { threshold: 0.8 } }],
  });
  // The new files are watched at once, or an edit of them would go unseen; the old ones are kept.
  expect(suite?.watch).toEqual(['src/**', 'a.md', 'a.csv', 'c.yml', 'b.md', 'b.csv']);
  expect(found).toEqual([
    { kind: 'setting', name: 'dataset', before: 'a.csv', after: 'b.csv', decides: 'head' },
    { kind: 'setting', name: 'target.prompt', before: 'a.md', after: 'b.md', decides: 'head' },
  ]);
});

test('a removed suite still runs, a new one is as the head says', () => {
  const head = settings(BASE.replace('name: a', 'name: fresh').replace('0.8', '0.1'));
  const { settings: applied, changes } = applyBaseSettings(head, base);
  expect(applied.suites).toEqual([base.suites[0], head.suites[0]]);
  expect([...changes]).toEqual([['a', [{ kind: 'suite-removed' }]]]);
});

test('a key does not follow the judge to another provider', () => {
  const own = 'model: j, base-url: https://own.example/v1, api-key-env: JUDGE_KEY }';
  const was = settings(BASE.replace('model: j }', own), { OPENAI_API_KEY: 'k' });
  expect(was.suites[0]?.judge.provider.apiKey).toBeNull();
  const { settings: applied } = applyBaseSettings(settings(BASE), was);
  expect(applied.suites[0]?.judge.provider).toMatchObject({
    baseUrl: 'https://own.example/v1',
    apiKey: null,
  });
});

/** By path in the config file, two values of every key; the first is the base's. */
const COMMAND = { command: ['node', 'agent.mjs'] };
const HTTP = { http: 'https://a/x' };
const HTTP_KEYS = ['http', 'headers', 'body', 'answer', 'tool-calls', 'context'];
const KEYS: Readonly<Record<string, readonly [unknown, unknown]>> = {
  'judge.model': ['j', 'lax'],
  'judge.base-url': ['https://a/v1', 'https://b/v1'],
  'judge.parameters': [{ top_p: 0.1 }, { top_p: 0.2 }],
  'limits.max-concurrency': [2, 3],
  'limits.max-retries': [2, 3],
  'limits.timeout': ['90s', '20m'],
  'limits.request-timeout': ['30s', '1h'],
  'limits.max-calls': [100, 200],
  'limits.max-tokens': [undefined, 200],
  'limits.extra-runs': [6, 2],
  'explain.max-calls': [400, 0],
  'run-label': ['run-evals', undefined],
  'store.branch': ['x', 'y'],
  'store.file': ['x', 'y'],
  'store.text': ['full', 'none'],
  'suites.name': ['a', 'A'],
  'suites.dataset': ['a.csv', 'b.csv'],
  'suites.task': ['Helps.', 'Talks about cats.'],
  'suites.labels': ['a.jsonl', 'b.jsonl'],
  'suites.watch': [['src/**'], ['lib/**']],
  'suites.target.prompt': ['a.md', 'b.md'],
  'suites.target.model': ['m', 'n'],
  'suites.target.base-url': ['https://a/v1', 'https://b/v1'],
  'suites.target.parameters': [undefined, { maxTokens: 1 }],
  'suites.target.command': [
    ['node', 'agent.mjs'],
    ['node', 'two words.mjs'],
  ],
  'suites.target.workers': [1, 2],
  'suites.target.timeout': ['1500ms', '2m'],
  'suites.target.env': [['A'], ['A', 'B']],
  'suites.target.module': ['a.mjs', 'b.mjs'],
  'suites.target.http': ['https://a/x', 'https://b/x'],
  'suites.target.headers': [{ accept: 'a' }, { accept: 'b' }],
  'suites.target.body': ['a', 'b'],
  'suites.target.answer': ['/a', '/b'],
  'suites.target.tool-calls': ['/a', '/b'],
  'suites.target.context': ['/a', '/b'],
  'suites.target.thoughts': [undefined, 'kept'],
  'suites.target.recorded': ['a.jsonl', 'b.jsonl'],
  'suites.scorers': [['answer-relevancy'], ['answer-relevancy', 'completeness']],
  'suites.repeat': [1, 2],
  'suites.baseline-repeat': [3, 1],
  'suites.gate.threshold': [undefined, 0.8],
  'suites.gate.max-drop': [0.02, 0.5],
  'suites.gate.case-drop': [0.5, 0.9],
  'suites.gate.lost-facts': [2, 9],
  'suites.gate.tags': [undefined, { Billing: { 'max-drop': 0.1 } }],
  'suites.gate.max-cost-rise': [undefined, '20%'],
  'suites.gate.max-time-rise': ['50%', '60%'],
  'suites.gate.fail-on': [['regression'], []],
  'suites.gate.on-missing-baseline': ['pass', 'fail'],
};
/** Whose key pays, and what it costs, decides nothing. */
const DECIDES_NOTHING = ['judge.api-key-env', 'suites.target.api-key-env', 'suites.target.auth', 'prices'];

test('every key of the config file that decides anything is in the table above', () => {
  const schema = buildConfigJsonSchema();
  const list = (path: readonly PropertyKey[], name: string): readonly string[] =>
    listKnownKeys(schema, path).flatMap((key) => {
      const whole = name === '' ? key : `${name}.${key}`;
      const inner = key === 'suites' ? [...path, key, 0] : [...path, key];
      const isGroup = !['scorers', 'prices', 'tags'].includes(key) && listKnownKeys(schema, inner).length > 0;
      return isGroup ? list(inner, whole) : [whole];
    });
  expect(list([], '').toSorted()).toEqual([...Object.keys(KEYS), ...DECIDES_NOTHING].toSorted());
});

/** What is found if one key of the config file differs at head. */
function changesOf(key: string): readonly SettingsChange[] {
  const at = (value: unknown) => {
    const [group = '', ...names] = key.split('.');
    const last = names.at(-1) ?? '';
    const isCommand = names[0] === 'target' && ['command', 'workers', 'timeout', 'env'].includes(last);
    const isHttp = names[0] === 'target' && HTTP_KEYS.includes(last);
    const other = ['recorded', 'module'].includes(last) ? {} : { prompt: 'a.md', model: 'm' };
    const target = isCommand ? COMMAND : isHttp ? HTTP : other;
    const suite = { name: 'a', dataset: 'a.csv', labels: 'a.jsonl', target };
    const given =
      names.length === 1
        ? { [last]: value }
        : { [names[0] ?? '']: { ...(names[0] === 'target' ? target : {}), [last]: value } };
    const config = {
      judge: { model: 'j', 'base-url': 'https://j/v1', ...(group === 'judge' && given) },
      ...(group !== 'judge' && group !== 'suites' && { [group]: names.length === 0 ? value : given }),
      suites: [{ ...suite, ...(group === 'suites' && given) }],
    };
    return settings(JSON.stringify(config));
  };
  const [was, now] = KEYS[key] ?? [];
  const [found = []] = applyBaseSettings(at(now), at(was)).changes.values();
  return found;
}

test.each(Object.keys(KEYS))('another %s is one change', (key) => {
  const found = changesOf(key);
  const last = key.split('.').at(-1);
  const name = ['task', 'watch'].includes(String(last))
    ? {}
    : { name: expect.stringContaining(String(last)) };
  expect(found).toEqual([expect.objectContaining(name)]);
  expect(found.map(renderSettingsChange).join()).not.toMatch(/[{}]/);
});

/** Words of the pages for keys of other names; a name decides nothing. */
const WORDS: Readonly<Record<string, string>> = {
  'baseline-repeat': 'repeats',
  repeat: 'repeats',
  'run-label': 'run label',
  watch: 'watch list',
  name: '',
};

test.each([
  ['docs/baselines.md', /^.*come from the base branch.*$/m],
  ['SECURITY.md', /^.*come from the base branch.*$/m],
])('%s names all that the base decides', async (page, line) => {
  const said = line.exec(await readFile(page, 'utf8'))?.[0].toLowerCase() ?? '';
  const ofBase = Object.keys(KEYS).filter((key) =>
    changesOf(key).every((change) => change.kind !== 'setting' || change.decides === 'base'),
  );
  const words = ofBase.map((key) => {
    const [first = '', second = ''] = key.split('.');
    const name = first === 'suites' ? second : first;
    return WORDS[name] ?? name;
  });
  expect([...new Set(words)].filter((word) => !said.includes(word))).toEqual([]);
});

test('of several scorers each change names its own, and a new one brings its threshold', () => {
  const scored = (scorers: string) =>
    settings(BASE.replace('    gate:', `    scorers: ${scorers}\n    gate:`));
  const { changes } = applyBaseSettings(
    scored('[answer-relevancy, { path: a.ts, timeout: 2m }, { id: completeness, gate: { threshold: 0.5 } }]'),
    scored('[answer-relevancy, { path: a.ts }]'),
  );
  expect(changes.get('a')?.map(renderSettingsChange)).toEqual([
    '`scorers`: `answer-relevancy, a` → `answer-relevancy, a, completeness`. This check used the old value; the new one counts after the merge.',
    '`timeout` of `a`: `1m` → `2m`. This check used the old value; the new one counts after the merge.',
    '`threshold` of `completeness`: not set → `0.5`. This check used the old value; the new one counts after the merge.',
  ]);
});

test('each limit of a group is a change of its own, and the base decides', () => {
  const gated = (tags: string) => BASE.replace('threshold: 0.8', `threshold: 0.8, tags: ${tags}`);
  const { changes, settings: applied } = applyBaseSettings(
    settings(gated('{ Billing: { threshold: 0.5 }, new-one: {} }')),
    settings(gated('{ Billing: { threshold: 0.9, max-drop: 0.01 } }')),
  );
  expect(changes.get('a')?.map(renderSettingsChange)).toEqual([
    '`tags.Billing.max-drop`: `0.01` → `0.02`. This check used the old value; the new one counts after the merge.',
    '`tags.Billing.threshold`: `0.9` → `0.5`. This check used the old value; the new one counts after the merge.',
    '`tags.new-one.max-drop`: not set → `0.02`. This check used the old value; the new one counts after the merge.',
  ]);
  expect(applied.suites[0]?.scorers[0]?.gate.tags).toEqual({ Billing: { threshold: 0.9, maxDrop: 0.01 } });
  // So that a typing error in them is found before the merge.
  expect(applied.suites[0]?.givenTags).toEqual(['Billing', 'new-one']);
});

test.each([
  [
    '{ command: [node, agent.mjs], env: [TOKEN] }',
    ['`target.command`: not set → `node agent.mjs`', '`target.env`: not set → `TOKEN`'],
  ],
  [
    '{ recorded: answers.jsonl }',
    ['`target.prompt`: `a.md` → not set', '`target.recorded`: not set → `answers.jsonl`'],
  ],
])('another kind of target, %s, is told', (target, words) => {
  const { found } = apply(BASE.replace('{ prompt: a.md, model: m }', target));
  for (const each of words) expect(found.map(renderSettingsChange).join('\n')).toContain(each);
});

test('a key goes where it was named for, however the address is spelled, and is blocked elsewhere', () => {
  const at = (url: string) => BASE.replace('model: m }', `model: m, base-url: "${url}" }`);
  const provider = (config: string, trusted: string) => {
    const known = settings(trusted).suites.map((suite) => suite.provider);
    return blockKeys(settings(config), known).suites[0]?.provider;
  };
  expect(provider(at('https://X.example/v1/'), at('https://x.example/v1'))).toMatchObject({ apiKey: 'k' });
  expect(provider(at('https://y.example/v1'), at('https://x.example/v1'))).toMatchObject({
    apiKey: null,
    blocked: true,
  });
  expect(provider(BASE, at('https://x.example/v1'))).toMatchObject({ apiKey: null });
});

test("an agent's variables go only to the address that the base names for them", () => {
  const env = { TOKEN: 'a-token', OTHER: 'another' };
  const at = (url: string, names: string) =>
    settingsOf(
      `suites: [{ name: a, dataset: a.csv, task: t, target: { http: "${url}", env: [${names}] }, scorers: [{ id: contains, value: x }] }]`,
      { env },
    );
  const blockedAt = (url: string, names: string) => {
    const known = at('https://x.example/a', 'TOKEN').suites.map((suite) => suite.provider);
    return blockKeys(at(url, names), known).suites[0]?.provider.blocked === true;
  };
  expect(blockedAt('https://x.example/a', 'TOKEN')).toBe(false);
  expect(blockedAt('https://x.example/b', 'TOKEN')).toBe(true);
  expect(blockedAt('https://x.example/a', 'TOKEN, OTHER')).toBe(true);
  expect(blockedAt('https://y.example/a', '')).toBe(false);
});

const CHANGED: ReviewReason = { kind: 'prompt-not-asked', path: 'a.md' };

test.each<[string, string, Readonly<Record<string, string>>, readonly ReviewReason[]]>([
  ['another prompt', '{ prompt: b.md, model: m }', { 'a.md': 'old' }, []],
  ['a prompt that is gone', '{ prompt: b.md, model: m }', {}, []],
  ['a rename', '{ prompt: ./b.md, model: m }', { 'b.md': 'old' }, []],
  ['a copy', '{ prompt: b.md, model: m }', { 'a.md': 'new' }, [CHANGED]],
  ['a command in its place', '{ command: [node, agent.mjs] }', { 'a.md': 'new' }, [CHANGED]],
  [
    'recorded answers',
    '{ recorded: answers.jsonl }',
    { 'a.md': 'old' },
    [{ kind: 'recorded-target', paths: ['answers.jsonl'] }],
  ],
])('whether it needs human review: %s', async (_, target, head, reasons) => {
  const [now] = settings(BASE.replace('{ prompt: a.md, model: m }', target)).suites;
  const [was] = base.suites;
  if (now === undefined || was === undefined) throw new Error('no suite');
  const reader = (files: Readonly<Record<string, string>>, name: 'base' | 'head'): FileReader => ({
    name,
    read: async (path) => files[path] ?? null,
    paths: async () => Object.keys(files),
  });
  const files = { head: reader(head, 'head'), base: reader({ 'a.md': 'old' }, 'base') };
  expect(await reviewTarget(now, was, files)).toEqual(reasons);
});
