import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatRequest, ModelParameters } from '../ports/chat.js';

/** A request as it goes out. `parameters` are those that the model takes; they cannot replace what the request says. */
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
