import { describe, expect, test } from 'vitest';
import type { ModelParameters } from '../../src/model/provider.js';
import {
  type ChatCompletionRequestBody,
  type ServerReply,
  startOpenAiServer,
} from '../support/openai-server.js';
import { QUESTION, wireJudge } from '../support/wire-judge.js';

type Body = ChatCompletionRequestBody;

const hasSchema = (body: Body) => body.response_format !== undefined;
const hasTemperature = (body: Body) => body.temperature !== undefined;
const hasSeed = (body: Body) => body.seed !== undefined;
const hasSystem = (body: Body) => body.messages.some(({ role }) => role === 'system');

const RIGHT: ServerReply = { content: '{"a":"1"}' };

/** A server that refuses some requests, and what a judge asked it in words, one letter per part of the request. */
async function askTwice(
  refuses: (body: Body) => boolean,
  refusal: ServerReply,
  parameters: ModelParameters = {},
) {
  await using server = await startOpenAiServer({ reply: (body) => (refuses(body) ? refusal : RIGHT) });
  const { ask, lines } = wireJudge(server.url, { parameters });
  expect(await ask()).toEqual({ a: '1' });
  const first = server.requests.map(({ body }) => body);
  expect(await ask({ ...QUESTION, data: 'another' })).toEqual({ a: '1' });
  // Learned once.
  expect(server.requests).toHaveLength(first.length + 1);
  const last = server.requests.at(-1)?.body;
  if (last === undefined) throw new Error('nothing was asked');
  return { forms: first.map(formOf), last, lines };
}

/** `schema temperature seed system`, as far as they are sent. */
function formOf(body: Body): string {
  const parts = {
    schema: hasSchema(body),
    temperature: hasTemperature(body),
    seed: hasSeed(body),
    system: hasSystem(body),
  };
  return Object.entries(parts)
    .flatMap(([name, isSent]) => (isSent ? [name] : []))
    .join(' ');
}

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });
const ALL = 'schema temperature seed system';
const NO_SCHEMA = 'temperature seed system';

describe('a schema that a server refuses, in whatever words, is described in words', () => {
  // From public reports.
  test.each<[string, ServerReply]>([
    [
      'vLLM, xgrammar',
      {
        status: 400,
        body: {
          object: 'error',
          message: 'The provided JSON schema contains features not supported by xgrammar.',
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      },
    ],
    ['vLLM, guidance', { status: 400, body: said('Grammar error: Unimplemented keys: ["$ref"]') }],
    [
      'Gemini',
      {
        status: 400,
        body: [
          {
            error: {
              code: 400,
              message: 'The specified schema produces a constraint that has too many states for serving.',
              status: 'INVALID_ARGUMENT',
            },
          },
        ],
      },
    ],
    ['too many states', { status: 400, body: said('too many states') }],
    [
      'llama.cpp',
      {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'Failed to initialize samplers: failed to parse grammar',
            type: 'invalid_request_error',
          },
        },
      },
    ],
    ['Ollama', { status: 400, body: { error: 'invalid format: unsupported schema: $ref' } }],
    ['LM Studio', { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }],
    ['TGI', { status: 422, body: { error: 'Grammar is not supported', error_type: 'validation' } }],
    ['TGI, generation', { status: 424, body: { error: 'Request failed during generation' } }],
    ['SGLang', { status: 400, body: { object: 'error', message: 'Invalid grammar request', code: 400 } }],
    [
      'Groq',
      {
        status: 400,
        body: said('This model does not support response format `json_schema`.', {
          type: 'invalid_request_error',
        }),
      },
    ],
    ['DeepSeek', { status: 400, body: said('This response_format type is unavailable now') }],
    ['Azure', { status: 400, body: { error: 'invalid input error' } }],
    [
      'OpenAI',
      {
        status: 400,
        body: said("Invalid schema for response_format 'x': 'temperature' is not permitted", {
          param: 'response_format',
        }),
      },
    ],
    [
      'LiteLLM, Bedrock',
      {
        status: 400,
        body: said('litellm.BadRequestError: output_config.format: Extra inputs are not permitted'),
      },
    ],
    [
      'OpenRouter, under status 200',
      { raw: JSON.stringify({ error: { message: 'Provider returned error', code: 400 } }) },
    ],
    ['a gateway, under status 200', { raw: '{"error":"not today"}' }],
    ['no words', { status: 400, body: '' }],
    ['another language', { status: 422, body: { detail: '不支持的格式' } }],
  ])('%s', async (_, refusal) => {
    const { forms, last, lines } = await askTwice(hasSchema, refusal);
    expect(forms).toEqual([ALL, NO_SCHEMA]);
    expect(JSON.stringify(last.messages)).toContain(QUESTION.shape);
    expect(lines).toEqual([
      expect.stringMatching(
        /; from now on, the form of test_verdicts is described in words instead of a strict/,
      ),
    ]);
  });

  test('also after a server has failed for good', async () => {
    const { forms, lines } = await askTwice(hasSchema, { status: 500, body: said('Grammar error') });
    expect(forms).toEqual([ALL, ALL, NO_SCHEMA]);
    expect(lines).toEqual([
      expect.stringMatching(/judge m-1: status 500, Grammar error; trying again$/),
      expect.stringMatching(/status 500, Grammar error; from now on, the form of test_verdicts/),
    ]);
  });

  test('whatever else the server repeats of the request', async () => {
    const echo = {
      detail: [{ loc: ['body'], msg: 'no', input: { temperature: 0, seed: 1, response_format: {} } }],
    };
    const { forms } = await askTwice(hasSchema, { status: 422, body: echo });
    expect(forms).toEqual([ALL, NO_SCHEMA]);
  });

  test('only of the question with that schema', async () => {
    const isOpen = ({ response_format: format }: Body) =>
      format?.type === 'json_schema' && format.json_schema.name === 'open';
    await using server = await startOpenAiServer({
      reply: (body) => (isOpen(body) ? { status: 400, body: said('bad schema') } : RIGHT),
    });
    const { ask } = wireJudge(server.url);
    await ask({ ...QUESTION, name: 'open' });
    await ask();
    await ask({ ...QUESTION, name: 'open', data: 2 });
    expect(server.requests.map(({ body }) => formOf(body))).toEqual([ALL, NO_SCHEMA, ALL, NO_SCHEMA]);
  });
});

describe('our own parameters', () => {
  test.each<[string, ServerReply, (body: Body) => boolean, readonly string[]]>([
    [
      'OpenAI, temperature',
      {
        status: 400,
        body: said("Unsupported value: 'temperature' does not support 0 with this model.", {
          param: 'temperature',
        }),
      },
      hasTemperature,
      [ALL, 'schema seed system'],
    ],
    [
      'out of range',
      { status: 400, body: said('temperature must be > 0') },
      hasTemperature,
      [ALL, 'schema seed system'],
    ],
    [
      'Mistral, seed',
      {
        status: 422,
        body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs' }] },
      },
      hasSeed,
      [ALL, 'schema temperature system'],
    ],
    [
      'Gemini, nowhere but in the details',
      {
        status: 400,
        body: said('Request contains an invalid argument.', { details: [{ field: 'seed' }] }),
      },
      hasSeed,
      [ALL, 'schema temperature system'],
    ],
    [
      'both, one after the other',
      { status: 400, body: said('temperature and seed cannot be set') },
      (body) => hasSeed(body) || hasTemperature(body),
      [ALL, 'schema system'],
    ],
    ['no words', { status: 400 }, hasSeed, [ALL, NO_SCHEMA, 'schema system']],
    [
      'and the schema, no words',
      { status: 400 },
      (body) => hasSeed(body) || hasSchema(body),
      [ALL, NO_SCHEMA, 'schema system', 'system'],
    ],
  ])('%s: left out', async (_, refusal, refuses, expected) => {
    expect((await askTwice(refuses, refusal)).forms).toEqual(expected);
  });

  test('named one after the other, beside the schema', async () => {
    const refusing = (body: Body): ServerReply => {
      if (hasSeed(body)) return { status: 400, body: said('unknown field: seed') };
      if (hasTemperature(body)) return { status: 400, body: said('unknown field: temperature') };
      return hasSchema(body) ? { status: 400, body: said('no') } : RIGHT;
    };
    await using server = await startOpenAiServer({ reply: refusing });
    const { ask, lines } = wireJudge(server.url);
    await ask();
    expect(server.requests.map(({ body }) => formOf(body))).toEqual([
      ALL,
      'schema temperature system',
      'schema system',
      'system',
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/seed is left out, temperature is left out and the form of/),
    ]);
  });

  test('a name that is not the cause stays', async () => {
    const refusal = { status: 400, body: said('At temperature 0 or not: your schema is odd.') };
    const { forms, last } = await askTwice(hasSchema, refusal);
    expect(forms).toEqual([ALL, 'schema seed system', NO_SCHEMA]);
    expect(formOf(last)).toBe(NO_SCHEMA);
  });

  test('stay in a request that is refused for another reason, and nothing is remembered', async () => {
    await using server = await startOpenAiServer({
      reply: (body) =>
        JSON.stringify(body).includes('too long')
          ? { status: 400, body: said('context length exceeded') }
          : RIGHT,
    });
    const { ask, lines } = wireJudge(server.url);
    await expect(ask({ ...QUESTION, data: 'too long' })).rejects.toMatchObject({
      kind: 'bad-request',
      message: expect.stringContaining('context length exceeded'),
    });
    await ask();
    const forms = server.requests.map(({ body }) => formOf(body));
    expect(forms.slice(0, 5)).toEqual([ALL, NO_SCHEMA, 'schema system', 'system', 'schema temperature seed']);
    expect(forms.at(-1)).toBe(ALL);
    expect(lines).toEqual([]);
  });

  test('a parameter that the user set is the user’s to fix, and named', async () => {
    await using server = await startOpenAiServer({
      reply: (body) =>
        hasTemperature(body) ? { status: 400, body: said("'temperature' is not supported") } : RIGHT,
    });
    const { ask } = wireJudge(server.url, { parameters: { temperature: 0 } });
    await expect(ask()).rejects.toThrow(/temperature is set in the judge's parameters: change or remove it/);
    expect(server.requests.every(({ body }) => hasTemperature(body))).toBe(true);
  });
});

describe('a system message', () => {
  test.each([
    'System role not supported',
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    'Developer instruction is not enabled for models/gemma-3-27b-it',
    'Conversation roles must alternate user/assistant/user/assistant/...',
  ])('%j: rules and data go into one user message', async (message) => {
    const { forms, last, lines } = await askTwice(hasSystem, {
      status: 400,
      body: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 },
    });
    expect(forms).toEqual([ALL, 'schema temperature seed']);
    expect(last.messages).toHaveLength(1);
    expect(last.messages[0]?.content).toMatch(
      /^Rules of mine\.[\s\S]*\n\nBEGIN DATA \w+\n"another"\nEND DATA \w+$/,
    );
    expect(lines).toEqual([expect.stringContaining('the rules open the user message')]);
  });

  test('is found after a server error that names it', async () => {
    const body = said('Jinja Exception: System role not supported');
    const { forms } = await askTwice(hasSystem, { status: 500, body });
    expect(forms).toEqual([ALL, ALL, 'schema temperature seed']);
  });

  test('is found without words too, alone and with everything else', async () => {
    const { forms } = await askTwice(hasSystem, { status: 400 });
    expect(forms.at(-1)).toBe('schema temperature seed');
    const all = await askTwice((body) => hasSystem(body) || hasSchema(body) || hasSeed(body), {
      status: 400,
    });
    expect(all.forms.at(-1)).toBe('');
    expect(all.forms).toHaveLength(6);
  });
});

describe('JSON that the provider refuses is an odd reply', () => {
  const bad = said("Failed to generate JSON. Please adjust your prompt. See 'failed_generation'.", {
    type: 'invalid_request_error',
    code: 'json_validate_failed',
    failed_generation: 'All of them\nare {relevant',
  });
  const wrapped = said('Provider returned error', {
    code: 400,
    metadata: { raw: '{"error":{"message":"Failed","code":"json_validate_failed"}}' },
  });

  test.each([bad, wrapped])('%j is malformed, sent once, in its own form', async (body) => {
    await using server = await startOpenAiServer({ reply: () => ({ status: 400, body }) });
    await expect(wireJudge(server.url).ask()).rejects.toMatchObject({ kind: 'malformed' });
    expect(server.requests).toHaveLength(1);
  });

  test('the message shows what the model wrote', async () => {
    await using server = await startOpenAiServer({ reply: () => ({ status: 400, body: bad }) });
    await expect(wireJudge(server.url).ask()).rejects.toThrow('It wrote "All of them are {relevant"');
  });

  test('the third one ends the strict schema', async () => {
    await using server = await startOpenAiServer({
      reply: (request) => (hasSchema(request) ? { status: 400, body: bad } : RIGHT),
    });
    const { ask } = wireJudge(server.url);
    for (let time = 0; time < 3; time += 1) await ask().catch(() => undefined);
    expect(await ask()).toEqual({ a: '1' });
  });
});

test('many questions at once learn it together, with one line', async () => {
  await using server = await startOpenAiServer({
    reply: (body) => (hasSchema(body) ? { status: 400, body: said('no schema') } : RIGHT),
  });
  const { ask, lines } = wireJudge(server.url);
  await Promise.all(Array.from({ length: 26 }, (_, data) => ask({ ...QUESTION, data })));
  expect(lines).toHaveLength(1);
  expect(server.requests.length).toBeLessThanOrEqual(26 * 2);
});

describe('refusals that no other form helps against', () => {
  const constant = (message: string): ServerReply => ({ status: 400, body: said(message) });
  const numbered = (text: string) => ({ ...QUESTION, data: text });

  test.each<[string, (index: number) => ServerReply, ModelParameters]>([
    ['no words', () => ({ status: 400 }), {}],
    ['no credit', () => constant('Your credit balance is too low to access the API.'), {}],
    ['a parameter of the user', () => constant('top_p: Extra inputs are not permitted'), { top_p: 0.5 }],
    ['a number that differs', (index) => constant(`No model for request ${index}.`), {}],
    ['words that differ', (index) => constant(`No. (request ${'x'.repeat(index + 1)})`), {}],
  ])('%s: later requests are sent once', async (_, refuse, parameters) => {
    await using server = await startOpenAiServer({ reply: (_body, index) => refuse(index) });
    const { ask } = wireJudge(server.url, { parameters });
    for (let at = 0; at < 3; at += 1) await ask(numbered(`early ${at}`)).catch(() => undefined);
    const first = server.requests.length;
    for (let at = 0; at < 20; at += 1) {
      await expect(ask(numbered(`late ${at}`))).rejects.toMatchObject({ kind: 'bad-request' });
    }
    expect(server.requests).toHaveLength(first + 20);
  });

  test('only the requests in flight try the other forms', async () => {
    await using server = await startOpenAiServer({ reply: () => ({ status: 400 }) });
    const { ask } = wireJudge(server.url);
    const due = Array.from({ length: 100 }, (_, at) => numbered(`case ${at}`));
    const work = async () => {
      for (let next = due.pop(); next !== undefined; next = due.pop()) await ask(next).catch(() => undefined);
    };
    await Promise.all(Array.from({ length: 16 }, work));
    // 16 at once, each in six forms.
    expect(server.requests.length).toBeLessThanOrEqual(16 * 6 + 100);
  });

  test('a refusal in other words still gets them', async () => {
    await using server = await startOpenAiServer({
      reply: (body) => {
        if (JSON.stringify(body).includes('too long')) return constant('context length exceeded');
        return hasSchema(body) ? constant('no schema') : RIGHT;
      },
    });
    const { ask } = wireJudge(server.url);
    await ask(numbered('too long')).catch(() => undefined);
    expect(await ask()).toEqual({ a: '1' });
  });
});
