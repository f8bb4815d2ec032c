import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJudging } from '../../src/judging/open-judging.js';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import type { RunRecord } from '../../src/model/run-record.js';
import { produce } from '../../src/produce/produce.js';
import {
  type ChatCompletionRequestBody,
  type ServerReply,
  startOpenAiServer,
} from '../../test/support/openai-server.js';
import { createEffects, createProducePlan, createRow, createSuite } from '../../test/support/suites.js';

/** What providers and gateways give under status 200 in the place of a reply. `count` and `enum`: of verdicts alone. */
export const ODDITIES = ['html', 'length', 'filter', 'empty', 'badjson', 'count', 'enum'] as const;
export type Oddity = (typeof ODDITIES)[number];

export type Faults = {
  /** Which replies are spoilt. */
  readonly share: number;
  /** How: each reply by one of these. */
  readonly kinds: readonly Oddity[];
  readonly seed: number;
};

/** Spoils a share of the replies. What becomes of a request depends on its text and on how often it came, on nothing else. */
export function createFaults({ share, kinds, seed }: Faults) {
  const asked = new Map<string, number>();
  return (body: ChatCompletionRequestBody, right: string): ServerReply => {
    const text = JSON.stringify(body.messages);
    const times = asked.get(text) ?? 0;
    asked.set(text, times + 1);
    const noise = createHash('sha256').update(`${seed} ${times} ${text}`).digest();
    const due = noise.readUInt32BE(0) / 2 ** 32 < share;
    const kind = due ? kinds[noise.readUInt32BE(4) % kinds.length] : undefined;
    return kind === undefined ? { content: right } : spoil(kind, right);
  };
}

const PAGE = '<!DOCTYPE html><html><head><title>Please wait</title></head><body>Back soon.</body></html>';

function spoil(kind: Oddity, right: string): ServerReply {
  switch (kind) {
    case 'html':
      return { raw: PAGE, contentType: 'text/html' };
    case 'length':
      return { content: right.slice(0, right.length / 2), finish: 'length' };
    case 'filter':
      return { content: right.slice(0, right.length / 3), finish: 'content_filter' };
    case 'empty':
      return { content: '' };
    case 'badjson':
      return right.startsWith('{')
        ? { content: right.slice(0, -9) }
        : { raw: '{"id":"chatcmpl-1","object":"chat.completion","choices":[{"index":0,"mess' };
    case 'count':
      return { content: withoutOne(right) };
    case 'enum':
      return { content: right.replaceAll('"verdict":"', '"verdict":"rather ') };
    default:
      return kind satisfies never;
  }
}

/** One verdict fewer, those after it moved up: what a model writes that overlooks one. */
function withoutOne(right: string): string {
  if (!right.includes('"verdict"')) return right;
  const entries = Object.entries(JSON.parse(right));
  const verdicts = entries.map(([, verdict]) => verdict);
  const fewer = verdicts.toSpliced(Math.floor(verdicts.length / 2), 1);
  return JSON.stringify(Object.fromEntries(fewer.map((verdict, index) => [entries[index]?.[0], verdict])));
}

/** An agent whose answers have two to five sentences of which some are about cats, and a judge that knows which. */
function rightReply(body: ChatCompletionRequestBody): string {
  const text = String(body.messages.at(-1)?.content ?? '');
  if (!text.startsWith('BEGIN DATA')) return answerTo(Number(/\d+/.exec(text)?.[0] ?? 0));
  const data: { readonly answer: string; readonly statements?: Readonly<Record<string, string>> } =
    JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (data.statements === undefined) {
    const parts = data.answer.split(/(?<=\.) | and (?=our)/);
    return JSON.stringify({ statements: parts.map((part) => ({ text: part, quote: part })) });
  }
  const format = body.response_format;
  const wanted = format?.type === 'json_schema' ? format.json_schema.schema?.['required'] : undefined;
  const due = Object.entries(data.statements).filter(
    ([key]) => !Array.isArray(wanted) || wanted.includes(key),
  );
  const verdicts = due.map(([key, statement]) => {
    const verdict = data.answer.includes(statement) && !statement.includes('cat') ? 'yes' : 'no';
    return [key, { reason: 'so it is', verdict }];
  });
  return JSON.stringify(Object.fromEntries(verdicts));
}

function answerTo(number: number): string {
  const places = ['warehouse', 'harbour', 'airport', 'workshop'];
  const visits = places.slice(0, 1 + (number % 4));
  const sentences = visits.map((place, day) => `Parcel ${number} left the ${place} on day ${day + number}.`);
  const answer = sentences.join(' ');
  return number % 3 === 0 ? answer.replace(/\.$/, ` and our cat number ${number} sends her love.`) : answer;
}

export type Measured = {
  readonly record: RunRecord;
  /** By case id; of what has no score `null`. */
  readonly scores: ReadonlyMap<string, number | null>;
  /** Requests that reached the server. */
  readonly requests: number;
  /** What the run said on its way. */
  readonly lines: readonly string[];
};

/** Runs a suite once, answers and judgements, against a server on loopback that spoils replies of agent, judge or both. */
export async function measure(run: {
  readonly cases: number;
  readonly agent?: Faults;
  readonly judge?: Faults;
}): Promise<Measured> {
  const spoilAgent = createFaults(run.agent ?? NO_FAULTS);
  const spoilJudge = createFaults(run.judge ?? NO_FAULTS);
  const isJudge = ({ messages }: ChatCompletionRequestBody) =>
    String(messages.at(-1)?.content).startsWith('BEGIN DATA');
  await using server = await startOpenAiServer({
    reply: (body) => (isJudge(body) ? spoilJudge : spoilAgent)(body, rightReply(body)),
  });
  const folder = await mkdtemp(join(tmpdir(), 'odd-replies-'));
  try {
    await writeFile(join(folder, 'prompt.md'), 'You know where parcels are.');
    const lines: string[] = [];
    const take = (line: string) => void lines.push(line);
    const log = { info: take, warning: take, error: take, group: () => () => {} };
    const provider = { baseUrl: server.url, apiKey: 'sk-test', apiKeySource: 'test' };
    const rateLimits = createRateLimits({ maxConcurrency: 16 });
    const limits = { maxRetries: 1, requestTimeoutMs: 60_000, rateLimits };
    const chat = openChatClient({ provider, httpFetch: createHttpFetch({}), log, ...limits });
    const suite = createSuite({
      task: 'Says where parcels are.',
      provider,
      judge: { model: 'judge', provider, parameters: {} },
    });
    const cases = Array.from({ length: run.cases }, (_, index) =>
      createRow(`case-${index + 1}`, { input: `Where is parcel ${index + 1}?` }),
    );
    const record = await produce(
      {
        ...createProducePlan(suite, cases, { folder, chat }),
        taskSource: 'suite',
        judging: openJudging({ suite, chat, salt: 'salt', log }),
      },
      createEffects(chat, { now: () => new Date(), log, maxConcurrency: 16 }),
    );
    const scores = record.cases.map(({ id, samples: [sample] }) => {
      const judgement = sample?.judgements['answer-relevancy'];
      return [id, judgement?.status === 'scored' ? judgement.score : null] as const;
    });
    return { record, scores: new Map(scores), requests: server.requests.length, lines };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NO_FAULTS: Faults = { share: 0, kinds: [], seed: 0 };

/** What became of the scores beside those of a run that nothing disturbed. */
export function compareScores(disturbed: Measured, right: Measured) {
  const all = [...disturbed.scores];
  return {
    unscored: all.filter(([, score]) => score === null).length,
    otherScore: all.filter(([id, score]) => score !== null && score !== right.scores.get(id)).length,
  };
}
