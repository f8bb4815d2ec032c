import { omitKeys } from '../../model/omit-keys.js';
import { type Fields, isFields, isList } from '../../text/values.js';

/** A part of any library's message: text, a tool call, a tool's result, reasoning. */
export type RunPart = {
  readonly type?: string;
  readonly text?: string;
  readonly toolInvocation?: unknown;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly state?: string;
  readonly args?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly result?: unknown;
  readonly reasoning?: string;
  readonly details?: readonly unknown[];
};

type StoredContent = {
  readonly parts: readonly RunPart[];
  readonly format?: number;
  readonly content?: string;
  readonly reasoning?: string;
  readonly toolInvocations?: readonly unknown[];
};

/** A message of any chat library: plain text or parts, and tool calls in any spelling. */
export type RunMessage = {
  readonly role?: string;
  readonly content?: string | null | readonly RunPart[] | StoredContent;
  readonly parts?: readonly RunPart[];
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly unknown[];
  readonly tool_calls?: readonly unknown[];
  readonly toolInvocations?: readonly unknown[];
  /** The call that a tool's message answers. */
  readonly tool_call_id?: string;
  readonly toolCallId?: string;
  /** Passed through, like the fields below. */
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly createdAt?: unknown;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly metadata?: unknown;
};

type RunTexts = readonly (RunMessage | string)[];

/** An agent's input with its memory and instructions, as the reference groups it. */
export type RunConversation = {
  readonly inputMessages: RunTexts;
  readonly rememberedMessages?: RunTexts;
  readonly systemMessages?: RunTexts;
  readonly taggedSystemMessages?: Readonly<Record<string, RunTexts>>;
};

export type RunInput = string | RunTexts | RunConversation;
export type RunOutput = string | RunMessage | RunTexts;

/** A message with its text in `content`; other content is in fields of its own. */
export type AgentMessage = Omit<RunMessage, 'content'> & { readonly role: string; readonly content: string };

/** An agent's input for scorers of `type: 'agent'`. */
export type ScorerRunInputForAgent = {
  readonly inputMessages: readonly AgentMessage[];
  readonly rememberedMessages: readonly AgentMessage[];
  readonly systemMessages: readonly AgentMessage[];
  readonly taggedSystemMessages: Readonly<Record<string, readonly AgentMessage[]>>;
};

/** Additions of an agent to its answer, for example retrieved texts. */
export type RunMetadata = Readonly<Record<string, unknown>> & {
  readonly retrievedContext?: readonly string[];
};

/** An agent's answer for scorers of `type: 'agent'`, with the metadata of all its messages. */
export type ScorerRunOutputForAgent = readonly AgentMessage[] & { readonly metadata?: RunMetadata };

/** Any input as an agent's messages, in groups. */
export function toAgentInput(input: unknown): ScorerRunInputForAgent {
  if (isFields(input) && 'inputMessages' in input) {
    const tagged = Object.entries(Object(input['taggedSystemMessages']));
    return {
      inputMessages: toMessages(input['inputMessages'], 'user'),
      rememberedMessages: toMessages(input['rememberedMessages'], 'user'),
      systemMessages: toMessages(input['systemMessages'], 'system'),
      taggedSystemMessages: Object.fromEntries(
        tagged.map(([tag, given]) => [tag, toMessages(given, 'system')]),
      ),
    };
  }
  const messages = toMessages(input, 'user');
  return {
    inputMessages: messages.filter((message) => !isSystem(message)),
    rememberedMessages: [],
    systemMessages: messages.filter(isSystem),
    taggedSystemMessages: {},
  };
}

export function toAgentOutput(output: unknown): ScorerRunOutputForAgent {
  const messages = toMessages(output, 'assistant');
  const metadataList = messages.map(({ metadata }) => metadata).filter(isFields);
  return metadataList.length === 0
    ? messages
    : Object.assign(messages, { metadata: Object.assign({}, ...metadataList) });
}

/** A text becomes a message with the given role. */
function toMessages(messageInput: unknown, role: string): AgentMessage[] {
  return (isList(messageInput) ? messageInput : [messageInput]).flatMap((each) => {
    if (typeof each === 'string') return [{ role, content: each }];
    return isFields(each) ? [toMessage(each, role)] : [];
  });
}

function toMessage(message: RunMessage, role: string): AgentMessage {
  const { content, text = '' } = message;
  const { content: whole, ...inside } = readStoredContent(content);
  const open = { ...omitKeys(inside, 'format'), ...message, role: message.role ?? role };
  if (typeof content === 'string') return { ...open, content };
  const texts = listParts(open).map((part) =>
    typeof part['text'] === 'string' && !isThought(part) ? part['text'] : '',
  );
  return { ...open, content: texts.join('') || (whole ?? text) };
}

function readStoredContent(content: RunMessage['content']): Partial<StoredContent> {
  if (isList(content)) return { parts: content };
  return isFields(content) ? content : {};
}

/** A message's parts, whatever plain JavaScript has put there. */
export function listParts({ parts }: RunMessage): readonly Fields[] {
  return isList(parts) ? parts.filter(isFields) : [];
}

export function isSystem({ role }: AgentMessage): boolean {
  return role === 'system' || role === 'developer';
}

export function isThought({ type }: Fields): boolean {
  return type === 'reasoning' || type === 'redacted-reasoning' || type === 'thinking';
}

export function isRunInput(value: unknown): value is RunInput {
  const inGroups = isFields(value) && areRunMessages(value['inputMessages']);
  return inGroups || typeof value === 'string' || areRunMessages(value);
}

export function isRunOutput(value: unknown): value is RunOutput {
  return isText(value) || areRunMessages(value);
}

function areRunMessages(value: unknown): value is RunTexts {
  return isList(value) && value.every(isText);
}

function isText(value: unknown): value is RunMessage | string {
  return typeof value === 'string' || isRunMessage(value);
}

const CONTENT_FIELDS = ['content', 'parts', 'text', 'toolCalls', 'tool_calls', 'toolInvocations'];

/** True for a message under the names that chat libraries use. */
export function isRunMessage(value: unknown): value is RunMessage {
  if (!isFields(value) || !CONTENT_FIELDS.some((name) => name in value)) return false;
  const { content, text } = value;
  const isStored = isFields(content) && ('parts' in content || 'content' in content);
  // A `fetch` reply has a function `text`.
  return isTextOrNone(text) && (isTextOrNone(content) || isList(content) || isStored);
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
