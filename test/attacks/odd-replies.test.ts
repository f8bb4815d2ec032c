import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectEnd, isJudging, resultOf, statusOf } from '../scenarios/said.js';
import { BASE_FILES, configOf, createWorld, HARMLESS, modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import { startAgentServer } from '../support/agent-server.js';
import type { ServerReply } from '../support/openai-server.js';

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);
const OBJECTS = ['{"a":', '1', '}'] as const;
const nestedObjects = (depth: number) => OBJECTS[0].repeat(depth) + OBJECTS[1] + OBJECTS[2].repeat(depth);

const TEXT = 'Here is what we know of refunds.';

/** A completion with parts that nobody expects, as JSON text. */
function rawReply({ finish = '"stop"', message = '', usage = '{}' }): ServerReply {
  const content = JSON.stringify(TEXT);
  const choice = `{"index":0,"finish_reason":${finish},"message":{"role":"assistant","content":${content}${message}}}`;
  return { raw: `{"choices":[${choice}],"usage":${usage}}` };
}

const callOf = (given: string) =>
  `,"tool_calls":[{"id":"1","type":"function","function":{"name":"search","arguments":${given}}}]`;

/** By suite: one reply of the head's agent, and whether there is an answer in it. */
const REPLIES: Readonly<Record<string, readonly [ServerReply, scored: boolean]>> = {
  'arguments-in-text': [rawReply({ message: callOf(JSON.stringify(nested(3_000))) }), true],
  'arguments-in-text-of-objects': [rawReply({ message: callOf(JSON.stringify(nestedObjects(3_000))) }), true],
  arguments: [rawReply({ message: callOf(nestedObjects(3_000)) }), false],
  'deep-finish': [rawReply({ finish: nested(100_000) }), false],
  'list-of-finish': [rawReply({ finish: '[["stop"]]' }), true],
  'finish-without-text': [rawReply({ finish: '{"toString":null}' }), true],
  'finish-of-every-object': [rawReply({ finish: '"constructor"' }), true],
  'deep-usage': [rawReply({ usage: nestedObjects(50_000) }), false],
  'odd-usage': [rawReply({ usage: '{"prompt_tokens":{"valueOf":1},"completion_tokens":"many"}' }), true],
  'odd-message': [{ raw: '{"choices":[[[]]]}' }, false],
  'deep-error': [{ raw: `{"error":${nestedObjects(20_000)}}`, status: 400 }, false],
  'odd-error': [{ raw: '{"error":{"message":{"toString":1},"code":[{}],"param":{}}}', status: 400 }, false],
  'deep-list': [{ raw: nested(200_000) }, false],
};

const CASES = 8;

describe('one odd reply', () => {
  it('to the agent leaves that answer without a score, if there is none in it, and the run goes on', async () => {
    await using world = await createWorld({
      files: {
        ...Object.fromEntries(
          Object.keys(REPLIES).map((name) => [`prompts/${name}.md`, BASE_FILES['prompts/support.md']]),
        ),
        'prompt-regression.yml': configOf(
          Object.fromEntries(
            Object.keys(REPLIES).map((name) => [
              name,
              { target: `{ prompt: prompts/${name}.md, model: ${name} }`, more: '    baseline-repeat: 1\n' },
            ]),
          ),
        ),
      },
      reply(body) {
        const isOdd = !isJudging(body) && JSON.stringify(body.messages).match(/our customers.*refunds/);
        return (isOdd && REPLIES[body.model]?.[0]) || modelReply(PLAIN_MODEL, body);
      },
    });
    world.openPull(
      7,
      Object.fromEntries(Object.keys(REPLIES).map((name) => [`prompts/${name}.md`, HARMLESS])),
    );
    const run = await world.runPull(7);
    expect(run.log).not.toMatch(/Unexpected|call stack/);
    for (const [name, [, scored]] of Object.entries(REPLIES)) {
      expect(resultOf(run, name)?.cases, name).toMatchObject({ head: CASES, unscored: scored ? 0 : 1 });
    }
  });

  it('to the judge leaves that answer without a score', async () => {
    const replies = [
      nested(100_000),
      nestedObjects(5_000),
      `{"s1":${nestedObjects(5_000)}}`,
      '{"s1":{"reason":{"toString":1},"verdict":{"toString":1}}}',
      '{"s1":null,"__proto__":{"verdict":"yes"}}',
      'null',
    ];
    await using world = await createWorld({
      reply(body) {
        if (!JSON.stringify(body.messages).includes('We are open.')) return modelReply(PLAIN_MODEL, body);
        const at = /\b(refunds|invoices|delivery|warranty|returns|repairs)\b/.exec(
          JSON.stringify(body.messages.at(-1)),
        );
        const topics = ['refunds', 'invoices', 'delivery', 'warranty', 'returns', 'repairs'];
        const reply = replies[topics.indexOf(at?.[1] ?? '')];
        return isJudging(body) && reply !== undefined ? { content: reply } : modelReply(PLAIN_MODEL, body);
      },
    });
    world.openPull(7, { 'prompts/support.md': `${HARMLESS}Add: We are open.\n` });
    const run = await world.runPull(7);
    expect(run.log).not.toMatch(/Unexpected|call stack/);
    expect(resultOf(run, 'support')?.cases, run.log).toMatchObject({ head: CASES, unscored: replies.length });
  });

  it('of an agent behind an address leaves that answer without a score', async () => {
    const replies = [
      nested(100_000),
      nestedObjects(3_000),
      '{"output":{"toString":1}}',
      `{"output":"${TEXT}","toolCalls":[{"name":"a","arguments":${nested(3_000)}}]}`,
      `{"error":{"toString":1}}`,
    ];
    let asked = 0;
    await using agent = await startAgentServer(() => ({ body: replies[asked++] ?? `{"output":"${TEXT}"}` }));
    const config = `judge: { model: builtin }\n${configOf({ support: { target: `{ http: "${agent.url}" }` } })}`;
    await using world = await createWorld({ files: { 'prompt-regression.yml': config } });
    const run = await world.runPush();
    expect(run.log).not.toMatch(/Unexpected|call stack/);
    expect(asked).toBeGreaterThan(replies.length);
  });
});

describe('a file of a pull request that is nested too deeply', () => {
  const DEEP = {
    'dashes.prompt.yml': `messages:\n  - role: system\n    content: You answer.\nname: ${nested(50_000)}\n`,
    'blocks.prompt.yml': `${'- '.repeat(100_000)}a\n`,
    'maps.prompt.yml': `messages: []\nname:\n${'? '.repeat(20_000)}a\n`,
    'prompt.json': `{"messages":[{"role":"system","content":"You answer."}],"name":${nested(100_000)}}`,
  };

  it('gets an error that names it, and the other suites are measured', async () => {
    const targets = Object.keys(DEEP).map(
      (path, index) => [`s${index}`, { target: `{ prompt: prompts/${path}, model: agent-1 }` }] as const,
    );
    const good = (path: string) =>
      path.endsWith('.json')
        ? '{"messages":[{"role":"system","content":"You answer."}]}'
        : 'messages:\n  - role: system\n    content: You answer.\n';
    await using world = await createWorld({
      files: {
        ...Object.fromEntries(Object.keys(DEEP).map((path) => [`prompts/${path}`, good(path)])),
        'prompt-regression.yml': configOf({
          ...Object.fromEntries(targets),
          support: { target: '{ prompt: prompts/support.md, model: agent-1 }' },
          rows: { target: '{ prompt: prompts/support.md, model: agent-1 }', dataset: 'evals/deep.jsonl' },
        }),
        'evals/deep.jsonl': '{"id":"a","input":"What is it?"}\n',
      },
    });
    const head = world.openPull(7, {
      'prompts/support.md': HARMLESS,
      'evals/deep.jsonl': `{"id":"a","input":"What is it?","about":${nested(100_000)}}\n`,
      ...Object.fromEntries(Object.entries(DEEP).map(([path, text]) => [`prompts/${path}`, text])),
    });
    const run = await world.runPull(7);
    expect(run.log).not.toMatch(/Unexpected|call stack/);
    for (const path of [...Object.keys(DEEP).map((name) => `prompts/${name}`), 'evals/deep.jsonl']) {
      expect(run.log).toMatch(
        new RegExp(`^::error[^:]*file=${path}[^:]*::.*nested more than 128 levels`, 'm'),
      );
    }
    expect(resultOf(run, 'support')).toMatchObject({ decision: 'pass' });
    expect(statusOf(world, head, 'support')?.state).toBe('success');
  });
});

it('a journal with values that nobody wrote is not believed, and the run goes on', async () => {
  let isDown = true;
  await using world = await createWorld({
    reply: (body) =>
      isDown && JSON.stringify(body.messages).includes('our customers')
        ? { status: 401 }
        : modelReply(PLAIN_MODEL, body),
  });
  const head = world.openPull(7, { 'prompts/support.md': HARMLESS });
  const { workspace, event } = await world.checkoutPull(7);
  const cache = join(workspace, '..', 'journal');
  const inputs = { 'cache-path': cache };
  expectEnd(await world.run({ workspace, event, inputs }), 3);
  const names = (await readdir(cache)).filter((each) => each.endsWith('.jsonl'));
  expect(names).toHaveLength(1);
  for (const name of names) {
    const path = join(cache, name);
    const odd = ['null', '[]', '{"status":"answered"}', nested(100_000), '{"result":{},"reason":1}'];
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
    const forged = lines.map((line, index) => {
      const [kind, key] = JSON.parse(line);
      return `[${JSON.stringify(kind)},${JSON.stringify(key)},${odd[index % odd.length]}]`;
    });
    await writeFile(path, [...forged, 'null', '[null,null,null]', '7', nested(100_000)].join('\n'));
  }
  isDown = false;
  const again = await world.run({ workspace, event, inputs });
  expect(again.log).not.toMatch(/Unexpected|call stack/);
  expectEnd(again, 0);
  expect(statusOf(world, head)?.state).toBe('success');
});
