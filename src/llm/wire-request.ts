import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Message, ToolCall } from '../model/case.js';
import type { ChatRequest, ModelParameters } from '../model/chat.js';

/** The request's body. `parameters` cannot replace the request's own fields. */
export function buildRequestBody(
  request: ChatRequest,
  messages: ChatCompletionMessageParam[],
  parameters: ModelParameters,
): ChatCompletionCreateParamsNonStreaming {
  const format = request.responseFormat;
  return {
    ...parameters,
    ...(format?.kind === 'json_object' && { response_format: { type: 'json_object' } }),
    ...(format?.kind === 'json_schema' && {
      response_format: {
        type: 'json_schema',
        json_schema: {
          // Providers take letters, digits, _ and - only.
          name: format.name.replace(/[^\w-]/g, '_').slice(0, 64),
          strict: true,
          schema: format.schema,
        },
      },
    }),
    model: request.model,
    messages,
    stream: false,
  };
}

/**
 * Messages in the provider's form. Providers require exactly one tool message per tool call, so missing answers and
 * missing calls are added.
 */
export function wireMessages(messages: readonly Message[]): ChatCompletionMessageParam[] {
  const wire: ChatCompletionMessageParam[] = [];
  let open: { readonly id: string; readonly call: ToolCall }[] = [];
  let calls = 0;
  const closeCalls = () => {
    for (const { id, call } of open) {
      wire.push({ role: 'tool', tool_call_id: id, content: asText(call.result ?? '') });
    }
    open = [];
  };
  const makeCalls = (content: string | null, made: readonly ToolCall[]) => {
    const numbered = made.map((call) => ({ id: `call_${++calls}`, call }));
    wire.push({ role: 'assistant', content, tool_calls: numbered.map(wireCall) });
    return numbered;
  };

  for (const message of messages) {
    const { role, content } = message;
    if (role === 'tool') {
      if (open.length === 0) open = makeCalls(null, [{ name: 'tool' }]);
      const id = open.shift()?.id ?? '';
      wire.push({ role, tool_call_id: id, content });
      continue;
    }
    closeCalls();
    const made = role === 'assistant' ? (message.toolCalls ?? []) : [];
    if (made.length > 0) open = makeCalls(content || null, made);
    else wire.push({ role, content });
  }
  closeCalls();
  return wire;
}

function wireCall({ id, call }: { id: string; call: ToolCall }): ChatCompletionMessageFunctionToolCall {
  return { id, type: 'function', function: { name: call.name, arguments: asText(call.arguments ?? {}) } };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
