import { isFields } from '../../text/values.js';
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

/** Content as the reference stores it. */
export type RunContent = {
  readonly parts: readonly RunPart[];
  readonly format?: number;
  readonly content?: string;
  readonly reasoning?: string;
  readonly toolInvocations?: readonly unknown[];
};

/** The fields that hold a message's content in any library. */
export type MessageBody = {
  readonly content?: string | null | readonly RunPart[] | RunContent;
  readonly parts?: readonly RunPart[];
  readonly text?: string;
  readonly reasoning?: string;
};

/** The text of all parts of a message. */
export function readText(message: MessageBody): string {
  const { content, text } = message;
  if (typeof content === 'string') return content;
  const whole: unknown = isFields(content) ? Reflect.get(content, 'content') : undefined;
  const said = partsOf(message).map((part) =>
    typeof part['text'] === 'string' && !isThought(part) ? part['text'] : '',
  );
  return said.join('') || (typeof whole === 'string' ? whole : (text ?? ''));
}

/** The model's reasoning before its answer, or `undefined`. */
export function readReasoning(message: MessageBody): string | undefined {
  const { content } = message;
  const whole: unknown =
    isFields(content) && 'reasoning' in content ? content['reasoning'] : message.reasoning;
  if (typeof whole === 'string' && whole !== '') return whole;
  const thoughts = partsOf(message)
    .filter(isThought)
    .map(thoughtOf)
    .filter((thought) => thought !== '');
  return thoughts.length > 0 ? thoughts.join('\n') : undefined;
}

/** A message's parts. */
export function partsOf({ content, parts }: MessageBody): readonly Readonly<Record<string, unknown>>[] {
  const inner: unknown = isFields(content) && 'parts' in content ? content['parts'] : content;
  const found: unknown = [inner, parts].find(Array.isArray);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

function isThought({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'reasoning' || type === 'redacted-reasoning' || type === 'thinking';
}

function thoughtOf(part: Readonly<Record<string, unknown>>): string {
  const { details, reasoning, thinking, text } = part;
  if (Array.isArray(details)) {
    const texts = details.filter(isFields).map((detail) => detail['text']);
    return texts.filter((piece) => typeof piece === 'string').join('');
  }
  const said = reasoning ?? thinking ?? text;
  return typeof said === 'string' ? said : '';
}
