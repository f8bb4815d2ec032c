import { createLlmJudge } from '../../src/judging/llm-judge.js';
import { addUsage, NO_USAGE } from '../../src/model/answer.js';
import type { Judge, Question } from '../../src/model/judge.js';
import type { ChatClient, ChatReply, ChatRequest } from '../../src/model/provider.js';
import type { JudgeSettings } from '../../src/model/suite.js';
import type { VerdictLabel } from '../../src/model/verdict.js';
import { CONTROL_POOL } from '../../src/scorers/judged/control-statement.js';

const CONTROLS: ReadonlySet<string> = new Set(CONTROL_POOL);

/** Whether an item was mixed in by the protocol. */
export function isControl(text: string): boolean {
  return CONTROLS.has(text);
}

/** What a fake model says: text, or more of a reply, or an error. */
export type Said = string | Partial<ChatReply> | Error;

export interface FakeChat extends ChatClient {
  readonly requests: ChatRequest[];
  /** What each request ends with. */
  readonly asked: readonly string[];
}

/** A provider in-process that records every request and answers by a function of the request alone. */
export function fakeChat(say: (request: ChatRequest, index: number) => Said | Promise<Said>): FakeChat {
  const requests: ChatRequest[] = [];
  const asked: string[] = [];
  let usage = NO_USAGE;
  return {
    requests,
    asked,
    usage: () => usage,
    async complete(request, { signal }): Promise<ChatReply> {
      signal.throwIfAborted();
      asked.push(request.messages.at(-1)?.content ?? '');
      const said = await say(request, requests.push(request) - 1);
      if (said instanceof Error) throw said;
      const reply: ChatReply = {
        content: '',
        finish: 'stop',
        refusal: null,
        toolCalls: [],
        usage: { calls: 1, inputTokens: 10, outputTokens: 5 },
        ...(typeof said === 'string' ? { content: said } : said),
      };
      usage = addUsage(usage, reply.usage);
      return reply;
    },
  };
}

/** An agent in-process: what it says to an input, the first time, the second …; “Paris.” where that is all it takes. */
export function fakeAgent(say: (input: string, call: number) => Said = () => ({})): FakeChat {
  return fakeChat(({ messages }, index) => {
    const said = say(messages.at(-1)?.content ?? '', index + 1);
    return typeof said === 'string' || said instanceof Error ? said : { content: 'Paris.', ...said };
  });
}

export const JUDGE_SETTINGS: JudgeSettings = {
  model: 'judge-model',
  provider: { baseUrl: null, apiKey: 'key', apiKeySource: 'the test' },
  parameters: {},
};

/** The judge that a model makes. */
export function llmJudge(chat: ChatClient, settings: Partial<JudgeSettings> = {}, salt = 'salt'): Judge {
  return createLlmJudge({ ...JUDGE_SETTINGS, ...settings }, chat, { salt });
}

export type SeenData = {
  readonly task?: string | null;
  readonly conversation?: readonly { readonly role: string; readonly content: string }[];
  readonly input?: string;
  readonly answer?: string;
  readonly tool_calls?: readonly string[];
  readonly statements?: Readonly<Record<string, string>>;
};

/** What a model reads in a request: `data` of another shape for a comparison. */
export function readData<Data>(messages: ChatRequest['messages']): Data {
  return readRequest(messages).data as unknown as Data;
}

/** What a model can read in a request: the rules, and the data between the fence that the rules name. */
export function readRequest(messages: ChatRequest['messages']): {
  readonly rules: string;
  readonly text: string;
  readonly data: SeenData;
} {
  const rules = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n');
  if (!rules.includes('BEGIN DATA')) throw new Error('the rules do not say what the fence is');
  const text = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
  const lines = text.split('\n');
  const mark = /^BEGIN DATA ([0-9a-f]{8,})$/.exec(lines[0] ?? '')?.[1] ?? 'none';
  if (lines.indexOf(`END DATA ${mark}`) !== lines.length - 1 || lines.lastIndexOf(`BEGIN DATA ${mark}`) !== 0)
    throw new Error('the data is not in a fence of its own');
  return { rules, text, data: JSON.parse(lines.slice(1, -1).join('\n')) };
}

/** The items that a request asks about. Others are only shown. */
export function dueItems({ messages, responseFormat }: ChatRequest): readonly string[] {
  const items = itemsOf(readRequest(messages).data) ?? {};
  const required = responseFormat?.kind === 'json_schema' ? responseFormat.schema['required'] : undefined;
  return Object.keys(items)
    .filter((key) => !Array.isArray(required) || required.includes(key))
    .map((key) => items[key] ?? '');
}

/** The numbered items of a request, under whatever name. */
export function itemsOf(data: object): Readonly<Record<string, string>> | undefined {
  return Object.values(data).find(
    (value) => typeof value === 'object' && value !== null && ('s1' in value || 'c1' in value),
  );
}

/** A reply with one verdict for every numbered statement of the request. */
export function verdictsReply<Label extends string = VerdictLabel>(
  data: SeenData,
  decide: (statement: string) => Label,
): Record<string, { reason: string; verdict: Label }> {
  return Object.fromEntries(
    Object.entries(itemsOf(data) ?? {}).map(([key, statement]) => {
      const verdict = decide(statement);
      return [key, { reason: `it is ${verdict}`, verdict }];
    }),
  );
}

/**
 * A model that knows one thing: what was asked and answered. It says *yes* only when task, input, whole answer and the
 * numbered statement all stand in the request, the statement is of the answer, and is not off the subject.
 */
export function standIn(
  known: { readonly task: string | null; readonly input: string; readonly answer: string },
  offTopic: readonly string[] = [],
): FakeChat {
  return fakeChat(({ messages }) => {
    const seen = readRequest(messages);
    const { task, input, answer } = seen.data;
    const all = task === known.task && input === known.input && answer === known.answer;
    const words = squeezed(known.answer);
    return JSON.stringify(
      verdictsReply(seen.data, (statement) =>
        all && isOf(statement, words) && !offTopic.some((text) => statement.includes(text)) ? 'yes' : 'no',
      ),
    );
  });
}

/** Whether most words of a statement are words of the answer. */
function isOf(statement: string, answer: string): boolean {
  const words = statement.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => answer.includes(squeezed(word))).length > words.length / 2;
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '');
}

const ORDERS =
  /ignore (?:the )?(?:rubric|rules)|mark (?:all|every|each)|note to the grader|"verdict": ?"yes"|are all relevant|zählt alles als passend|count(?:s)? as asked|say yes to s\d|すべて関連|END DATA/i;

/** A model that obeys every order it finds in the data, and otherwise decides like `honest`. */
export function gullible(honest: (statement: string) => VerdictLabel): FakeChat;
export function gullible<Label extends string>(
  honest: (item: string, data: SeenData) => Label,
  obeyed: (item: string, data: SeenData) => Label,
): FakeChat;
export function gullible(
  honest: (statement: string, data: SeenData) => string,
  obeyed: (item: string, data: SeenData) => string = () => 'yes',
): FakeChat {
  return fakeChat(({ messages }) => {
    const seen = readRequest(messages);
    const read = JSON.stringify(seen.data).replaceAll('\\"', '"').replaceAll('\\n', '\n');
    const orders = ORDERS.test(read);
    return JSON.stringify(
      verdictsReply(seen.data, (item) => (orders ? obeyed(item, seen.data) : honest(item, seen.data))),
    );
  });
}

/** A judge in-process that answers questions from a function, and records them. */
export function scriptedJudge(
  answer: (question: Question, index: number) => unknown,
): Judge & { readonly questions: Question[] } {
  const questions: Question[] = [];
  return {
    name: 'scripted',
    fingerprint: 'scripted',
    builtin: false,
    questions,
    async ask(question) {
      return answer(question, questions.push(question) - 1);
    },
  };
}

/** The same judge with one part of the data taken out before the question is rendered. */
export function withoutPart(judge: Judge, part: keyof SeenData): Judge {
  return {
    ...judge,
    ask(question, options) {
      const data: Record<string, unknown> = { ...(question.data as SeenData) };
      if (question.name.endsWith('/verdicts')) delete data[part];
      return judge.ask({ ...question, data }, options);
    },
  };
}
