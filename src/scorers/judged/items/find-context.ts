import type { ToolCall } from '../../../ports/dataset.js';
import type { ScoreRequest } from '../../scorer.js';

/**
 * What the agent was given to know: the option, else what the answer brought along, else the case's, else the results
 * of its tools, those of the conversation before included. Pieces that are blank are left out.
 */
export function findContext(
  { answer, context, history }: ScoreRequest,
  option: readonly string[] | undefined,
): readonly string[] {
  const given = option ?? answer.context ?? context;
  if (given !== undefined) return given.filter((piece) => piece.trim() !== '');
  const calls = [...history.flatMap(({ toolCalls }) => toolCalls ?? []), ...answer.toolCalls];
  return calls.flatMap(resultOf);
}

function resultOf({ name, result }: ToolCall): string[] {
  if (result === undefined || result === null || result === '') return [];
  return [`${name}: ${typeof result === 'string' ? result : JSON.stringify(result)}`];
}

export const NO_CONTEXT =
  'there is no context to check against: give it with the case, in the option `context`, or have the agent report its tool results';
