import { describe, expect, test } from 'vitest';
import { type ServerReply, startOpenAiServer } from '../support/openai-server.js';
import { wireJudge } from '../support/wire-judge.js';

const RIGHT = '{"a":"1"}';
const DRAFT = 'Maybe {"a":"2"}, or {a}?';

function completion(message: object, finish = 'stop'): ServerReply {
  return { raw: JSON.stringify({ choices: [{ message, finish_reason: finish }], usage: {} }) };
}

async function ask(reply: ServerReply, maxRetries = 0) {
  await using server = await startOpenAiServer({ reply: () => reply });
  const { ask, lines } = wireJudge(server.url, { maxRetries });
  const result = await ask().catch((error: unknown) => error);
  return { result, lines };
}

describe('a reply that can be used is used', () => {
  test.each<[string, string]>([
    ['<think>', `<think>\n${DRAFT}\n</think>\n\n${RIGHT}`],
    ['only </think>', `${DRAFT}\n</think>\n\n${RIGHT}`],
    ['only </think>, inline', `${DRAFT}</think>${RIGHT}`],
    ['<thought>', `<thought>${DRAFT}</thought>${RIGHT}`],
    ['<seed:think>', `<seed:think>${DRAFT}</seed:think>${RIGHT}`],
    ['[THINK]', `[THINK]${DRAFT}[/THINK]${RIGHT}`],
    ['a tag of its own', `<evaluation>${DRAFT}</evaluation>\n${RIGHT}`],
    ['two blocks', `<think></think>\n<reasoning>${DRAFT}</reasoning>${RIGHT}`],
    [
      'channels',
      `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${RIGHT}<|return|>`,
    ],
    ['channels without markers', `analysis${DRAFT}assistantfinal${RIGHT}`],
    ['channels of Gemma', `<|channel>thought\n${DRAFT}<channel|>${RIGHT}`],
    ['a fence after thoughts', `<think>${DRAFT}</think>\n\`\`\`json\n${RIGHT}\n\`\`\``],
  ])('thoughts before the JSON: %s', async (_, content) => {
    expect((await ask({ content })).result).toEqual({ a: '1' });
  });

  test.each<[string, object]>([
    [
      'parts of type reasoning',
      {
        content: [
          { type: 'reasoning', text: DRAFT },
          { type: 'text', text: RIGHT },
        ],
      },
    ],
    [
      'parts of type thinking',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: DRAFT }] },
          { type: 'text', text: RIGHT },
        ],
      },
    ],
    ['a tool call', { content: null, tool_calls: [{ function: { name: 'json', arguments: RIGHT } }] }],
    [
      'a tool call after words',
      { content: 'Here:', tool_calls: [{ function: { name: 'f', arguments: { a: '1' } } }] },
    ],
    ['a function call', { content: null, function_call: { name: 'json', arguments: RIGHT } }],
    ['reasoning_content', { content: null, reasoning_content: RIGHT }],
    ['reasoning', { content: '', reasoning: `Well. ${RIGHT}`, reasoning_content: `Well. ${RIGHT}` }],
    ['only a part of type reasoning', { content: [{ type: 'reasoning', text: RIGHT }] }],
    ['reasoning beside it', { content: RIGHT, reasoning_content: DRAFT }],
  ])('%s', async (_, message) => {
    expect((await ask(completion(message))).result).toEqual({ a: '1' });
  });

  test.each<[string, object]>([
    ['braces after a fence', { content: `Sure:\n\`\`\`json\n${RIGHT}\n\`\`\`\nHope {that} helps!` }],
    ['a set before it', { content: `Here are labels for the set {s1, s2}: ${RIGHT}` }],
    ['quoted words in braces', { content: `For {"s1", "s2"}, and {} if none: ${RIGHT}` }],
    ['an odd quote in braces', { content: `The size {5"} is fine. ${RIGHT} {` }],
    ['the form that was asked for', { content: `As {"a": …}: ${RIGHT}` }],
    ['another object', { content: `{"note":{"x":1}} ${RIGHT} {"done":true}` }],
    ['braces inside thoughts', { content: '', reasoning_content: `Let me see {a}. ${RIGHT}` }],
    [
      'braces around a tool call',
      { content: 'I call {it}.', tool_calls: [{ function: { name: 'f', arguments: RIGHT } }] },
    ],
  ])('other text with braces: %s', async (_, message) => {
    expect((await ask(completion(message))).result).toEqual({ a: '1' });
  });

  test('a reason that quotes a tag is no end of thoughts', async () => {
    const content = '{"a": "It says </think> here."}';
    expect((await ask({ content })).result).toEqual({ a: 'It says </think> here.' });
  });

  test.each<[string, object]>([
    ['thoughts beside words', { content: 'All are fine.', reasoning_content: RIGHT }],
    [
      'one of two calls',
      {
        content: '',
        tool_calls: [RIGHT, DRAFT].map((given) => ({ function: { name: 'f', arguments: given } })),
      },
    ],
  ])('%s are not the reply', async (_, message) => {
    expect((await ask(completion(message))).result).toMatchObject({ kind: 'malformed' });
  });

  test('JSON in thoughts is not the reply if there is one', async () => {
    const { result } = await ask({ content: `<think>${RIGHT}</think>All are fine.` });
    expect(result).toMatchObject({ kind: 'malformed' });
  });
});

const STRONGER = 'try a stronger judge model';

describe('a reply that cannot be used: the message says what came, and what to do', () => {
  test.each<[string, ServerReply, string, RegExp, string | null]>([
    [
      'prose',
      { content: 'All\nare fine.' },
      'malformed',
      /the judge answered "All are fine\." instead/,
      STRONGER,
    ],
    ['long', { content: 'x'.repeat(900) }, 'malformed', /"x{200}…" instead/, STRONGER],
    [
      'two objects',
      { content: `${RIGHT} ${RIGHT}` },
      'malformed',
      /answered "{"a":"1"} {"a":"1"}" instead/,
      STRONGER,
    ],
    [
      'broken calls',
      completion({ tool_calls: [{ function: { name: 'f', arguments: '{"a"' } }] }),
      'malformed',
      /answered "{"a"" instead/,
      STRONGER,
    ],
    [
      'empty',
      { content: ' ' },
      'malformed',
      /with empty content$/,
      "check the server's log and the model's chat template",
    ],
    [
      'only thoughts',
      completion({ content: '', reasoning_content: 'Let me see' }),
      'malformed',
      /with empty content after its thoughts "Let me see"/,
      'raise max_tokens in its parameters, or turn its thinking off',
    ],
    [
      'thoughts without an end',
      { content: '<think>\nLet me see' },
      'malformed',
      /empty content after its thoughts/,
      'raise max_tokens in its parameters, or turn its thinking off',
    ],
    [
      'a refusal in words',
      { content: "I'm sorry, but I can't help with that." },
      'refused',
      /refused to judge: "I'm sorry, but I can't help with that\."/,
      'choose a judge model that accepts such texts',
    ],
    [
      'a refusal',
      completion({ content: null, refusal: 'No.' }),
      'refused',
      /refused to judge: No\./,
      'choose a judge model that accepts such texts',
    ],
    [
      'a content filter',
      completion({ content: '' }, 'content_filter'),
      'content-filter',
      /content filter blocked the reply/,
      'choose a judge model that accepts such texts',
    ],
    [
      'a token limit',
      completion({ content: '{"a":"1' }, 'length'),
      'length',
      /before its reply "{"a":"1" was whole; raise max_tokens/,
      null,
    ],
    [
      'no choices',
      { raw: '{"id":"x","choices":[],"note":"sk-test-0123456789"}' },
      'malformed',
      /holds no choice with a message: "{"id":"x","choices":\[\],"note":"\*{3}"}"; check the server's log/,
      null,
    ],
    [
      'not a completion',
      { raw: '{"choices":1}' },
      'malformed',
      /not a chat completion: "{"choices":1}"; check the base URL/,
      null,
    ],
    [
      'a stream',
      {
        raw: 'data: {"choices":[{"delta":{"content":"{"}}]}\n\ndata: [DONE]\n',
        contentType: 'text/event-stream',
      },
      'malformed',
      /answered "data: {"choices".*" \(text\/event-stream\) instead of JSON; it streams although/,
      null,
    ],
    [
      'a server that only streams',
      { status: 400, body: { error: { message: 'This model only supports stream mode.' } } },
      'bad-request',
      /only supports stream mode; replies are read whole/,
      null,
    ],
    [
      'a loading model',
      { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } },
      'unavailable',
      /status 503, Loading model; if it does not end, check whether the server can load the model/,
      null,
    ],
  ])('%s', async (_, reply, kind, words, remedy) => {
    const { result } = await ask(reply);
    expect(result).toMatchObject({ kind, remedy, message: expect.stringMatching(words) });
    expect((result as Error).message).not.toContain('\n');
  });
});

test.each<[string, ServerReply]>([
  ['status 503', { status: 503, body: { error: { message: 'Loading model' } } }],
  ['status 400', { status: 400, body: { error: 'Model m-1 is currently loading' } }],
  ['status 200', { raw: '{"error":"the model is still loading"}' }],
])('a model that loads is waited for, and the log says why: %s', async (_, loading) => {
  await using server = await startOpenAiServer({
    reply: (_body, index) => (index < 20 ? loading : { content: RIGHT }),
  });
  const { ask, lines } = wireJudge(server.url, { maxRetries: 0 });
  expect(await ask()).toEqual({ a: '1' });
  expect(lines[0]).toMatch(/oading.*; trying again$/);
  // Once a minute.
  expect(lines.length).toBeLessThanOrEqual(4);
});

test('a rate limit that slows the run down is told with its reason', async () => {
  await using server = await startOpenAiServer({
    reply: (_, index) =>
      index < 2
        ? { status: 429, body: { error: { message: 'Requests per minute: 3' } } }
        : { content: RIGHT },
  });
  const { ask, lines } = wireJudge(server.url);
  await ask();
  expect(lines).toEqual([
    expect.stringMatching(/status 429, Requests per minute: 3; the run is slowed down to what it lets/),
  ]);
});
