import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatCompletionRequestBody, requestProblems } from './chat-completions-wire.js';

export type { ChatCompletionRequestBody } from './chat-completions-wire.js';

export type ServerToolCall = { name: string; arguments?: string; id?: string };

export type ServerReply =
  | {
      content: unknown;
      /** Default `stop`. */
      finish?: string;
      refusal?: string;
      toolCalls?: readonly ServerToolCall[];
      /** `null` leaves the field out. */
      usage?: { prompt_tokens?: number; completion_tokens?: number; total_tokens?: number } | null;
    }
  | { status: number; body?: unknown; headers?: Readonly<Record<string, string>> }
  /** Takes the request and never answers. */
  | { hang: true }
  /** Sends the headers and a part of the body, and never the rest. */
  | { stall: string }
  | { raw: string; contentType?: string; status?: number }
  /** Resets the connection. */
  | { destroy: true };

export type RecordedRequest = {
  readonly index: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatCompletionRequestBody;
};

export type OpenAiServer = AsyncDisposable & {
  /** Base URL. */
  readonly url: string;
  /** Every request in order of arrival. */
  readonly requests: RecordedRequest[];
  /** What real servers would have refused: unknown paths, fields, roles. Disposing with any of them throws. */
  readonly problems: string[];
  close(): Promise<void>;
};

export type OpenAiServerOptions = {
  reply: (
    request: ChatCompletionRequestBody,
    index: number,
    incoming: RecordedRequest,
  ) => ServerReply | Promise<ServerReply>;
};

/** The JSON body of a successful completion. */
export function completionBody(model: string, reply: Extract<ServerReply, { content: unknown }>): unknown {
  const calls = reply.toolCalls ?? [];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
        logprobs: null,
        message: {
          role: 'assistant',
          content: reply.content,
          refusal: reply.refusal ?? null,
          ...(calls.length > 0 && {
            tool_calls: calls.map((call, at) => ({
              id: call.id ?? `call_${at + 1}`,
              type: 'function',
              function: { name: call.name, arguments: call.arguments ?? '{}' },
            })),
          }),
        },
      },
    ],
    ...(reply.usage !== null && {
      usage: reply.usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  };
}

/** One provider's form of requests and replies. */
export type Wire = {
  readonly path: string;
  readonly base: string;
  problems(body: unknown): readonly string[];
  completion(model: string, reply: Extract<ServerReply, { content: unknown }>): unknown;
};

const OPENAI_WIRE: Wire = {
  path: '/v1/chat/completions',
  base: '/v1',
  problems: requestProblems,
  completion: completionBody,
};

function send(
  response: ServerResponse,
  completion: (reply: Extract<ServerReply, { content: unknown }>) => unknown,
  reply: ServerReply,
): void {
  if ('hang' in reply) return;
  if ('destroy' in reply) {
    response.socket?.resetAndDestroy();
  } else if ('stall' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(reply.stall);
  } else if ('raw' in reply) {
    response.writeHead(reply.status ?? 200, { 'content-type': reply.contentType ?? 'application/json' });
    response.end(reply.raw);
  } else if ('status' in reply) {
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(text);
  } else {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_1' });
    response.end(JSON.stringify(completion(reply)));
  }
}

/** Starts a provider on loopback, OpenAI-compatible by default, that records every request and checks its form. */
export async function startOpenAiServer(
  options: OpenAiServerOptions,
  wire: Wire = OPENAI_WIRE,
): Promise<OpenAiServer> {
  const requests: RecordedRequest[] = [];
  const problems: string[] = [];

  const server = createServer(async (incoming, response) => {
    const refuse = (status: number, found: readonly string[]) => {
      problems.push(...found);
      send(response, () => null, {
        status,
        body: { error: { message: found.join('; '), type: 'invalid_request_error' } },
      });
    };
    let text = '';
    incoming.setEncoding('utf8');
    for await (const part of incoming) text += part;
    if (incoming.method !== 'POST' || incoming.url !== wire.path) {
      return refuse(404, [`no such endpoint: ${incoming.method} ${incoming.url}`]);
    }
    let body: ChatCompletionRequestBody;
    try {
      body = JSON.parse(text);
    } catch {
      return refuse(400, ['body: not JSON']);
    }
    const recorded = { index: requests.length, headers: incoming.headers, body };
    requests.push(recorded);
    const found = wire.problems(body);
    if (found.length > 0) return refuse(400, found);
    try {
      const reply = await options.reply(body, recorded.index, recorded);
      if (!response.destroyed) send(response, (given) => wire.completion(body.model, given), reply);
    } catch (error) {
      refuse(500, [`the test's reply function threw: ${error}`]);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${port}${wire.base}`,
    requests,
    problems,
    close,
    async [Symbol.asyncDispose]() {
      await close();
      if (problems.length > 0)
        throw new Error(`Requests that a real server refuses:\n${problems.join('\n')}`);
    },
  };
}
