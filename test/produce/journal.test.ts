import { once } from 'node:events';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openGit } from '../../src/git/open-git.js';
import type { Answer } from '../../src/ports/answer.js';
import type { Git } from '../../src/ports/git.js';
import { type JournalPlace, partOfJournal } from '../../src/ports/journal.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import type { SuiteSettings } from '../../src/ports/settings.js';
import { deriveJournalKey, openFileJournal } from '../../src/produce/journal.js';
import { openJournals } from '../../src/produce/open-journals.js';
import { createFolder } from '../support/folder.js';
import { TestFolders } from '../support/git-repository.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = createFolder();
  path = join(folder, 'suite.jsonl');
});

const KEY = deriveJournalKey('sk-secret', ['acme/agents', 'pull request 7']);
const YES = { result: 'yes', reason: 'It is on the matter.' } as const;

function answerOf(output: string): Answer {
  return { status: 'answered', output, toolCalls: [], finish: 'stop' };
}

function openJournal(more: { readonly key?: Buffer; readonly said?: string[] } = {}) {
  const say = (line: string) => void more.said?.push(line);
  const log = { ...SILENT_LOG, info: say, warning: say };
  const redact = (text: string) => text.replaceAll('hunter2', '***');
  return openFileJournal({ path, key: more.key ?? KEY, surroundings: '', redact, log });
}

async function fill(names: readonly string[]): Promise<void> {
  await using journal = await openJournal();
  for (const name of names) journal.keep('verdict', name, { ...YES, reason: name });
}

describe('a journal', () => {
  it('hands each entry of an earlier run out once, and none of its own', async () => {
    const [first, second] = [await openJournal(), await openJournal()];
    first.keep('answer', 'a', answerOf('Ünï 🐱\nline'));
    first.keep('verdict', 'a', YES);
    first.keep('statements', 's', [{ text: 't', quote: 'q' }]);
    expect(first.take('answer', 'a')).toBeUndefined();
    await first[Symbol.asyncDispose]();
    second.keep('base-answer', 'b', answerOf('base'));
    await second[Symbol.asyncDispose]();

    await using journal = await openJournal();
    expect(journal.take('answer', 'a')).toEqual(answerOf('Ünï 🐱\nline'));
    expect(journal.take('answer', 'a')).toBeUndefined();
    expect(journal.take('verdict', 'a')).toEqual(YES);
    expect(journal.take('statements', 's')).toEqual([{ text: 't', quote: 'q' }]);
    expect(journal.take('base-answer', 'b')).toEqual(answerOf('base'));
    expect(journal.notes()).toEqual([
      'Not asked again: 1 answer of the base and 1 answer of a run that did not come to its end, kept in the journal.',
    ]);
  });

  it('has on disk what came in a turn of the event loop when the turn is over', async () => {
    const journal = await openJournal();
    for (const names of [['a', 'b'], ['c']]) {
      for (const name of names) journal.keep('verdict', name, YES);
      await endOfTurn();
      // As a run that is killed now leaves it.
      const left = await openJournal();
      for (const name of names) expect(left.take('verdict', name), name).toEqual(YES);
    }
  });

  it('that comes to its end leaves verdicts, used or not, and no answers of the head or of another base', async () => {
    await fill(['used', 'not used']);
    {
      await using before = await openJournal();
      before.keep('base-answer', 'other base', answerOf('old'));
    }
    {
      await using journal = await openJournal();
      journal.take('verdict', 'used');
      journal.keep('answer', 'a', answerOf('head'));
      journal.keep('base-answer', 'b', answerOf('base'));
      journal.keep('verdict', 'new', YES);
      await journal.finish('all-cases');
    }
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(4);
    expect(await readdir(folder)).toEqual(['suite.jsonl']);
    await using journal = await openJournal();
    expect(journal.take('answer', 'a')).toBeUndefined();
    expect(journal.take('base-answer', 'other base')).toBeUndefined();
    for (const name of ['used', 'not used', 'new']) expect(journal.take('verdict', name)).toBeDefined();
    expect(journal.take('base-answer', 'b')).toBeDefined();
  });

  it('that two runs end at the same time loses nothing, and neither of them complains', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `v${index}`);
    await fill(names);
    const said: string[] = [];
    const journals = [await openJournal({ said }), await openJournal({ said })];
    await Promise.all(journals.map((journal) => journal.finish('all-cases')));
    expect(said.filter((line) => line.includes('cannot'))).toEqual([]);
    expect(await readdir(folder)).toEqual(['suite.jsonl']);
    await using journal = await openJournal();
    expect(names.filter((name) => !journal.has('verdict', name))).toEqual([]);
  });

  it('that comes to its end drops the oldest of what it did not use where that is too much, and nothing it used', async () => {
    const reason = 'x'.repeat(1024 * 1024);
    const names = ['used', ...Array.from({ length: 10 }, (_, index) => `${index}`)];
    {
      await using before = await openJournal();
      for (const name of names) before.keep('verdict', name, { ...YES, reason });
    }
    {
      await using journal = await openJournal();
      journal.take('verdict', 'used');
      await journal.finish('all-cases');
    }
    await using journal = await openJournal();
    expect(names.filter((name) => journal.has('verdict', name))).toEqual([
      'used',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
  });

  it('of a run of some cases keeps what was not used, too', async () => {
    await fill(['used', 'not used']);
    {
      await using journal = await openJournal();
      journal.take('verdict', 'used');
      journal.keep('answer', 'a', answerOf('head'));
      await journal.finish('some-cases');
    }
    await using journal = await openJournal();
    expect(journal.take('answer', 'a')).toBeUndefined();
    for (const name of ['used', 'not used']) expect(journal.take('verdict', name)).toBeDefined();
  });

  it('whose next run is to know of nothing is gone once this one is at its end', async () => {
    const open = () =>
      openFileJournal({
        path,
        key: KEY,
        surroundings: '',
        redact: (text) => text,
        log: SILENT_LOG,
        outlives: 'nothing',
      });
    const killed = await open();
    partOfJournal(killed, 'first').keep('answer', 'a', answerOf('one'));
    killed.keep('reply', 'r', { reason: 'so' });
    await killed[Symbol.asyncDispose]();
    await using journal = await open();
    expect(journal.has('answer', 'a')).toBe(false);
    expect(partOfJournal(journal, 'second').has('answer', 'a')).toBe(false);
    expect(partOfJournal(journal, 'first').has('answer', 'a')).toBe(true);
    expect(partOfJournal(journal, 'first').take('answer', 'a')).toEqual(answerOf('one'));
    expect(journal.take('reply', 'r')).toEqual({ reason: 'so' });
    await journal.finish('all-cases');
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps no secret', async () => {
    const journal = await openJournal();
    journal.keep('verdict', 'a', { ...YES, reason: 'It says hunter2.' });
    await journal[Symbol.asyncDispose]();
    expect(await readFile(path, 'utf8')).not.toContain('hunter2');
    expect((await openJournal()).take('verdict', 'a')).toEqual({ ...YES, reason: 'It says ***.' });
  });

  it('cut short anywhere has what is whole, and goes on after it', async () => {
    const names = ['a', 'b', 'c'];
    await fill(names);
    const whole = await readFile(path);
    const line = whole.length / 3;
    for (let length = 0; length < whole.length; length += 17) {
      await writeFile(path, whole.subarray(0, length));
      const said: string[] = [];
      const journal = await openJournal({ said });
      journal.keep('verdict', 'next', YES);
      await journal[Symbol.asyncDispose]();
      await using again = await openJournal();
      const found = names.filter((name) => again.take('verdict', name) !== undefined);
      // A line whose end alone is missing is whole.
      expect(found).toHaveLength(Math.floor((length + 1) / line));
      expect(again.take('verdict', 'next')).toEqual(YES);
      if (length % line > 0 && (length + 1) % line > 0)
        expect(said.join()).toContain('1 entry that was cut short');
    }
  });

  it('has no entry in which a single bit is another', async () => {
    await fill(['a']);
    const whole = await readFile(path);
    for (let at = 0; at < whole.length - 1; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(path, flipped);
      expect((await openJournal()).take('verdict', 'a'), `byte ${at}`).toBeUndefined();
    }
  });

  it('has a key of its own under bounds of any length', async () => {
    const [one, other] = ['a', 'b'].map((end) =>
      deriveJournalKey('sk-secret', ['acme/agents', `${'deep/folder/'.repeat(200)}${end}`]),
    );
    await fill(['a']);
    expect(one).not.toEqual(other);
    expect((await openJournal({ key: one ?? KEY })).take('verdict', 'a')).toBeUndefined();
  });

  it('has no entry of another key, another pull request, or a form that no run writes', async () => {
    const said: string[] = [];
    await fill(['a']);
    for (const key of [
      deriveJournalKey('sk-other', ['acme/agents', 'pull request 7']),
      deriveJournalKey('sk-secret', ['acme/agents', 'pull request 8']),
    ]) {
      expect((await openJournal({ key, said })).take('verdict', 'a')).toBeUndefined();
    }
    const journal = await openJournal();
    // @ts-expect-error No word that a judge can say.
    journal.keep('verdict', 'odd', { result: 'splendid', reason: '' });
    await journal[Symbol.asyncDispose]();
    await appendFile(path, `${'x'.repeat(100)}\n\n{"a":1}\n`);
    expect((await openJournal({ said })).take('verdict', 'odd')).toBeUndefined();
    expect(said.filter((line) => line.includes('ignored'))).toHaveLength(3);
    expect(said.at(-1)).toContain(
      '3 entries that were cut short, damaged or not written by a run like this one',
    );
  });

  it.each([
    ['a socket', () => once(createServer().listen(path).unref(), 'listening')],
    ['a link', () => symlink('/dev/full', path)],
    ['a folder', () => mkdir(path)],
    ['a file larger than any', () => writeFile(path, '').then(() => truncate(path, 2 * 1024 ** 3))],
  ])('that is %s is said, and the run goes on without it', async (_, make) => {
    await make();
    const said: string[] = [];
    const journal = await openJournal({ said });
    journal.keep('verdict', 'a', YES);
    await journal.finish('all-cases');
    await journal[Symbol.asyncDispose]();
    expect(journal.take('verdict', 'a')).toBeUndefined();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('this run keeps none');
  });

  it('that has become a link since is not written through it', async () => {
    const said: string[] = [];
    const journal = await openJournal({ said });
    const elsewhere = join(folder, 'elsewhere');
    await symlink(elsewhere, path);
    journal.keep('verdict', 'a', YES);
    await journal[Symbol.asyncDispose]();
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
    expect(said).toEqual([expect.stringContaining('this run keeps none')]);
  });

  it('whose folder is gone is said once', async () => {
    const said: string[] = [];
    const journal = await openJournal({ said });
    await rm(folder, { recursive: true });
    for (const name of ['a', 'b']) {
      journal.keep('verdict', name, YES);
      await journal[Symbol.asyncDispose]();
    }
    expect(said).toHaveLength(1);
  });
});

describe('journals of a run', () => {
  const PROVIDER = { baseUrl: null, apiKey: 'sk-secret', apiKeySource: 'input openai-api-key' };
  const suite = (more: Partial<SuiteSettings> = {}) =>
    ({
      name: 'support',
      judge: { model: 'judge-1', provider: PROVIDER, parameters: {} },
      target: { kind: 'prompt', prompt: 'p.md', model: 'm', parameters: {} },
      provider: PROVIDER,
      ...more,
    }) as SuiteSettings;
  const BUILTIN = { model: 'builtin', provider: PROVIDER, parameters: {} };
  const KEYLESS = { ...PROVIDER, apiKey: null };

  async function keepsAny(
    given: SuiteSettings,
    more: {
      readonly env?: Record<string, string>;
      readonly by?: JournalPlace['authenticatedBy'];
      readonly at?: string;
      readonly git?: Git | null;
    } = {},
  ): Promise<boolean> {
    const place: JournalPlace = {
      folder: more.at ?? join(folder, 'cache'),
      boundTo: [],
      surroundings: '',
      authenticatedBy: more.by ?? 'provider',
      outlives: 'verdicts',
    };
    const journals = openJournals(place, {
      env: more.env ?? {},
      git: more.git ?? null,
      redact: (text) => text,
      log: SILENT_LOG,
    });
    const journal = await journals.open(given);
    journal.keep('verdict', 'a', YES);
    await journal[Symbol.asyncDispose]();
    const names = await readdir(place.folder).catch(() => []);
    return names.some((name) => name.endsWith('.jsonl'));
  }

  it('that no run has written to for a month is removed with the next one, and nothing else is', async () => {
    const at = join(folder, 'cache');
    await keepsAny(suite(), { at });
    const [kept] = (await readdir(at)).filter((name) => name.endsWith('.jsonl'));
    const others = [
      'old-0123456789abcdef.jsonl',
      'new-0123456789abcdef.jsonl',
      'notes.jsonl',
      'link-0123456789abcdef.jsonl',
    ];
    const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
    for (const name of others.slice(0, 3)) await writeFile(join(at, name), '');
    await symlink(join(at, 'notes.jsonl'), join(at, others[3] ?? ''));
    for (const [index, age] of [31, 29, 31].entries())
      await utimes(join(at, others[index] ?? ''), days(age), days(age));
    await keepsAny(suite(), { at });
    expect((await readdir(at)).filter((name) => name.endsWith('.jsonl')).toSorted()).toEqual(
      [kept, ...others.slice(1)].toSorted(),
    );
  });

  it.each([
    ['the judge has a key that came as an input', suite(), { 'INPUT_JUDGE-API-KEY': 'sk-secret' }, true],
    [
      'the key is in a variable that a config may name for an agent',
      suite(),
      { MY_KEY: 'Bearer sk-secret' },
      false,
    ],
    ['the built-in judge judges a model with a key', suite({ judge: BUILTIN }), {}, true],
    [
      'the built-in judge judges a program',
      suite({
        judge: BUILTIN,
        target: { kind: 'command', command: ['x'], workers: 1, timeoutMs: 1, env: [] },
      }),
      {},
      false,
    ],
    ['the provider has no key', suite({ judge: { ...BUILTIN, model: 'j', provider: KEYLESS } }), {}, false],
  ])('in the action: %s', async (_, given, env, kept) => {
    expect(await keepsAny(given, { env })).toBe(kept);
  });

  it("in a developer's folder nobody needs a key, and git does not see it", async () => {
    expect(await keepsAny(suite({ judge: BUILTIN, provider: KEYLESS }), { by: 'none' })).toBe(true);
    expect((await stat(join(folder, 'cache', '.gitignore'))).isFile()).toBe(true);
  });

  it('are in no folder that git tracks, nor behind a link that it tracks or that leads there', async () => {
    const folders = new TestFolders();
    onTestFinished(() => folders.remove());
    const repository = folders.repository();
    const top = repository.path;
    await symlink(folder, join(top, 'link'));
    repository.git('add', 'link');
    repository.commit({ 'kept/x.txt': '', 'other/readme': '' });
    await symlink(join(top, 'kept'), join(top, 'untracked'));
    const git = await openGit({ folder: top, env: process.env, token: null, serverUrl: '', log: SILENT_LOG });
    const kept = (at: string) => keepsAny(suite(), { at: join(top, at), git });
    for (const at of ['', 'kept', 'link', 'link/cache', 'other', 'untracked'])
      expect(await kept(at), at).toBe(false);
    for (const at of ['cache', 'other/new', '../beside']) expect(await kept(at), at).toBe(true);
  });
});
