import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import type { Case } from '../../src/model/case.js';
import { ProviderError } from '../../src/model/errors.js';
import type { FileReader } from '../../src/model/repository.js';
import { describeTarget, type TargetInfo, type TargetSettings } from '../../src/model/target-settings.js';
import { openTarget, type TargetContext } from '../../src/target/open-target.js';
import { type Target, withConversations } from '../../src/target/target.js';
import { PLAIN_ENV } from '../cli/terminal.js';
import { openTestClient, startAgentServer } from '../support/agent-server.js';
import { ANTHROPIC_WIRE } from '../support/anthropic-wire.js';
import { startOpenAiServer } from '../support/openai-server.js';

/**
 * A target that answers case `ok` with `answer to <input>`, a later turn with its last answer too, and fails case `bad`,
 * with all that it needs.
 */
type Opened = AsyncDisposable & { readonly target: Target; readonly about: TargetInfo };

const AGENTS = join(import.meta.dirname, '..', 'target', 'agents');

function files(content: Readonly<Record<string, string>>): FileReader {
  return { name: 'files of the test', read: async (path) => content[path] ?? null };
}

const context = {
  root: AGENTS,
  chat: null,
  http: openTestClient,
  blocked: false,
  scorerHost: [process.execPath, join(import.meta.dirname, '../../lib/cli.js'), 'scorer-host'],
  env: PLAIN_ENV,
  redact: (text: string) => text,
};

type Thoughts = Pick<TargetSettings, 'thoughts'>;

/** Every kind of target. */
const IMPLEMENTATIONS: Readonly<Record<TargetSettings['kind'], (more?: Thoughts) => Promise<Opened>>> = {
  prompt: (more) => openPrompt('openai', more),
  async command(more) {
    return openAs(
      {
        kind: 'command',
        command: [process.execPath, 'agent.mjs'],
        workers: 2,
        timeoutMs: 100_000,
        env: [],
        ...more,
      },
      { tree: files({}) },
    );
  },
  async module(more) {
    return openAs(
      { kind: 'module', module: 'module.mts', workers: 2, timeoutMs: 100_000, env: [], ...more },
      { tree: files({}) },
    );
  },
  async http(more) {
    const server = await startAgentServer(({ body }) => {
      const { input, messages } = Object(body);
      return input === 'error'
        ? { status: 500, body: 'boom\nboom' }
        : { body: { output: `answer to ${input}${afterLast(messages)}` } };
    });
    const settings = { headers: {}, body: null, env: [] };
    const pointers = { answer: '/output', toolCalls: '/toolCalls', context: '/context' };
    return openAs(
      { kind: 'http', http: server.url, ...settings, ...pointers, ...more },
      { tree: files({}) },
      () => server[Symbol.asyncDispose](),
    );
  },
  async recorded(more) {
    const lines = [
      { id: 'ok', output: 'answer to hello' },
      { id: 'talk', outputs: ['answer to hello', { output: 'answer to and? after answer to hello' }] },
      { id: 'bad', error: 'no' },
      { id: 'thinks', output: 'answer to Well.</think>Paris.' },
      { id: 'thinks twice', outputs: ['answer to Well.</think>Paris.', 'answer to and? after Paris.'] },
    ];
    const tree = files({ 'answers.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
    return openAs({ kind: 'recorded', recorded: 'answers.jsonl', ...more }, { tree });
  },
};

/** Anthropic's messages are lists of blocks. */
const textOf = (content: unknown) => (Array.isArray(content) ? content[0].text : content);

function afterLast(messages: readonly { readonly role?: string; readonly content?: unknown }[]): string {
  const last = messages.findLast(({ role }) => role === 'assistant');
  return last === undefined ? '' : ` after ${textOf(last.content)}`;
}

async function openPrompt(preset: 'openai' | 'anthropic', more: Thoughts = {}): Promise<Opened> {
  const server = await startOpenAiServer(
    {
      reply: ({ messages }) => {
        const asked = textOf(messages.at(-1)?.content);
        return asked === 'error' ? { status: 400 } : { content: `answer to ${asked}${afterLast(messages)}` };
      },
    },
    preset === 'anthropic' ? ANTHROPIC_WIRE : undefined,
  );
  const chat = openChatClient({
    provider: { baseUrl: server.url, preset, apiKey: 'a-test-key', apiKeySource: 'a test' },
    maxRetries: 0,
    requestTimeoutMs: 20_000,
    httpFetch: createHttpFetch({}),
    rateLimits: createRateLimits({ maxConcurrency: 4 }),
  });
  return openAs(
    { kind: 'prompt', prompt: './p.md', model: 'm', parameters: {}, ...more },
    { chat, tree: files({ 'p.md': 'Answer.' }) },
    () => server[Symbol.asyncDispose](),
  );
}

async function openAs(
  settings: TargetSettings,
  given: Pick<TargetContext, 'tree'> & Partial<TargetContext>,
  close: () => PromiseLike<void> | void = () => {},
): Promise<Opened> {
  const target = await openTarget(settings, { ...context, ...given });
  const about = describeTarget(settings);
  return {
    target: about.live ? withConversations(target) : target,
    about,
    async [Symbol.asyncDispose]() {
      await target[Symbol.asyncDispose]();
      await close();
    },
  };
}

function row(id: string, input: string): Case {
  return { id, input, history: [], inputHash: 'h', vars: {}, tags: [] };
}

const never = new AbortController().signal;
const good = row('ok', 'hello');
const bad = row('bad', 'error');

// What every target does, whatever it is.
const SUITES = [
  ...Object.entries(IMPLEMENTATIONS),
  ['prompt', (more?: Thoughts) => openPrompt('anthropic', more)] as const,
];
describe.each(SUITES)('the %s target', (kind, open) => {
  test('answers a case', async () => {
    await using opened = await open();
    expect(await opened.target.answer(good, 0, { signal: never })).toMatchObject({
      status: 'answered',
      output: 'answer to hello',
      toolCalls: [],
      finish: 'stop',
    });
  });

  test('answers it again', async () => {
    await using opened = await open();
    expect(await opened.target.answer(good, 0, { signal: never, fresh: true })).toMatchObject({
      output: 'answer to hello',
    });
  });

  test('a failure of the agent is a failed answer of one line, and the next case is answered', async () => {
    await using opened = await open();
    const failed = await opened.target.answer(bad, 0, { signal: never });
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringMatching(/^[^\n]+$/) });
    expect(await opened.target.answer(good, 0, { signal: never })).toMatchObject({ status: 'answered' });
  });

  test('answers turns one after the other, each with those before; a failed one is no answer', async () => {
    await using opened = await open();
    const ask = (asked: Case, ...turns: readonly string[]) =>
      opened.target.answer({ ...asked, turns }, 0, { signal: never });
    expect(await ask(row('talk', 'hello'), 'hello', 'and?')).toMatchObject({
      status: 'answered',
      output: 'answer to hello\n\nanswer to and? after answer to hello',
      turns: [
        { input: 'hello', output: 'answer to hello' },
        { input: 'and?', output: 'answer to and? after answer to hello' },
      ],
    });
    const message = expect.stringMatching(opened.about.live ? /^turn 2: / : /no$/);
    expect(await ask(bad, 'hello', 'error')).toMatchObject({ status: 'failed', message });
  });

  test('thoughts before an answer are left out, in every turn, unless they are kept', async () => {
    const input = 'Well.</think>Paris.';
    const thought = `answer to ${input}`;
    const ask = async (opened: Opened, id: string, turns?: readonly string[]) =>
      opened.target.answer({ ...row(id, input), ...(turns && { turns }) }, 0, { signal: never });
    await using opened = await open();
    expect(await ask(opened, 'thinks')).toMatchObject({ output: 'Paris.', hadThoughts: true });
    expect(await ask(opened, 'thinks twice', [input, 'and?'])).toMatchObject({
      output: 'Paris.\n\nanswer to and? after Paris.',
      turns: [{ output: 'Paris.' }, { output: 'answer to and? after Paris.' }],
      hadThoughts: true,
    });
    expect(await opened.target.answer(good, 0, { signal: never })).not.toHaveProperty('hadThoughts');
    await using keeping = await open({ thoughts: 'kept' });
    const kept = await ask(keeping, 'thinks');
    expect(kept).toMatchObject({ output: thought });
    expect(kept).not.toHaveProperty('hadThoughts');
  });

  test('answers many at once, each its own', async () => {
    await using opened = await open();
    const rows = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? good : bad));
    const answers = await Promise.all(rows.map((asked) => opened.target.answer(asked, 0, { signal: never })));
    expect(answers.map(({ status }) => status)).toEqual(
      rows.map((asked) => (asked === good ? 'answered' : 'failed')),
    );
  });

  test('an aborted run gets its reason thrown', async () => {
    await using opened = await open();
    const signal = AbortSignal.abort(new ProviderError('time is up', { kind: 'timeout' }));
    await expect(opened.target.answer(good, 0, { signal })).rejects.toMatchObject({
      message: 'time is up',
    });
  });

  test('says what it is, and whether asking again gives anything new', async () => {
    await using opened = await open();
    const { target, about } = opened;
    expect(about.name).toMatch(new RegExp(`^${kind} \\S`));
    expect(target.description.startsWith(about.name)).toBe(true);
    expect(target.maxSamples).toBeGreaterThanOrEqual(1);
    expect(about.live).toBe(target.maxSamples === Number.POSITIVE_INFINITY);
    expect(target.usage()).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0 });
  });

  test('is disposed without having been asked, and twice', async () => {
    await using opened = await open();
    await opened.target[Symbol.asyncDispose]();
  });
});
