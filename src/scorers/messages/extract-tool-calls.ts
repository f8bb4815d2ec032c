import {
  readToolInvocations,
  type ToolCallInfo,
  toolCallInfos,
} from '../library/tool-call-accuracy/tool-invocations.js';
import { messagesOfOutput } from './messages-of-run.js';

export type { ToolCallInfo };

/** Every tool call of an output, in order: the names alone, and with their places. A plain text holds none. */
export function extractToolCalls(output?: unknown): {
  tools: string[];
  toolCallInfos: ToolCallInfo[];
} {
  const infos = toolCallInfos(readToolInvocations(messagesOfOutput(output)));
  return { tools: infos.map(({ toolName }) => toolName), toolCallInfos: infos };
}
