import type { Case, Message } from '../model/case.js';
import { UserError } from '../model/errors.js';
import { suggestName } from '../text/nearest-name.js';
import { estimateTokens } from '../text/tokens.js';
import { describeJson } from '../text/values.js';
import type { PromptFile } from './prompt-file.js';

/**
 * The messages for one case, with history and input added. A text is the system message, or the user's if it holds the
 * question: `{{input}}`, or a variable with the same value. History goes before a prompt's own final user message.
 * Throws `UserError` for placeholders without a value.
 */
export function renderPrompt(file: PromptFile, row: Case): readonly Message[] {
  const values = collectValues(row);
  const texts = file.messages.map((message) => message.content);
  const problems = findPromptProblems(file, [row]);
  if (problems.length > 0) throw new UserError(problems);
  const filled = file.messages.map((message) => ({
    ...message,
    content: fillPlaceholders(message.content, values),
  }));
  const question: Message = { role: 'user', content: row.input };
  const last = filled.at(-1);
  if (file.kind === 'text') {
    return texts.some((text) => hasQuestion(text, row))
      ? [...row.history, { role: 'user', content: last?.content ?? '' }]
      : [...filled, ...row.history, question];
  }
  const asking = findQuestion(file, row);
  if (asking < 0) return [...filled, ...row.history, question];
  return [...filled.slice(0, asking), ...row.history, ...filled.slice(asking)];
}

/**
 * Index of the message with the case's question, before which the history goes; -1 if the question comes after all
 * messages. A prompt may end with the beginning of the answer, and its question may then be in any message.
 */
function findQuestion({ messages }: PromptFile, row: Case): number {
  const lastRole = messages.at(-1)?.role;
  if (lastRole === 'user') return messages.length - 1;
  const hasInput = ({ content }: Message) => hasQuestion(content, row);
  const asking = messages.findLastIndex((message) => message.role === 'user' && hasInput(message));
  if (asking >= 0 || lastRole !== 'assistant' || !messages.some(hasInput)) return asking;
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  return lastUser >= 0 ? lastUser : messages.findIndex(({ role }) => role !== 'system');
}

/** True for a text with `{{input}}`, or with a variable that has the same value in this case. */
function hasQuestion(text: string, { vars, input }: Case): boolean {
  return findPlaceholders(text).some((name) => name === 'input' || vars[name] === input);
}

/** Estimated tokens of a prompt as a case fills it, without history and the question after it: the mean of these cases. */
export function estimatePromptTokens(file: PromptFile, rows: readonly Case[]): number {
  const { messages, parameters, responseFormat } = file;
  const texts = messages.map(({ content }) => content);
  const written = JSON.stringify([messages, parameters, responseFormat]);
  const placeholders = Map.groupBy(texts.flatMap(findPlaceholders), (name) => name);
  const fill = (row: Case) => {
    const values = collectValues(row);
    return [...placeholders].reduce(
      (sum, [name, places]) => sum + places.length * Buffer.byteLength(values.get(name) ?? ''),
      0,
    );
  };
  const filled = rows.reduce((sum, row) => sum + fill(row), 0) / Math.max(1, rows.length);
  return estimateTokens(Buffer.byteLength(written) + filled);
}

/** A text with its placeholders filled. Throws `UserError` for one without a value, naming the text as `what`. */
export function fillTemplate(text: string, row: Case, what: string): string {
  const values = collectValues(row);
  const problems = listUnknownPlaceholders([text], values);
  if (problems.length > 0) throw new UserError(problems.map((problem) => `${what}: ${problem}`));
  return fillPlaceholders(text, values);
}

/** Whether a row has a value for each of the prompt's placeholders. */
export function createFillCheck(file: PromptFile): (row: Case) => boolean {
  const names = listPlaceholders(file);
  return (row) => {
    const values = collectValues(row);
    return names.every((name) => values.has(name));
  };
}

/** The prompt's problems with these cases, one line each, with the first case affected. */
export function findPromptProblems(file: PromptFile, rows: readonly Case[]): readonly string[] {
  const texts = file.messages.map((message) => message.content);
  if (asksTheSame(file)) {
    return [
      `prompt: ${file.path} ends with a user message and names nothing of the dataset, so every case would ask the same; put {{input}} into it.`,
    ];
  }
  const problems = rows.flatMap((row) =>
    listUnknownPlaceholders(texts, collectValues(row)).map((problem) => ({ row, problem })),
  );
  return [...Map.groupBy(problems, ({ problem }) => problem)].map(([problem, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return `prompt: ${file.path}, case ${first === undefined ? '' : renderCaseName(first.row)}${others}: ${problem}`;
  });
}

function asksTheSame(file: PromptFile): boolean {
  return file.kind !== 'text' && file.messages.at(-1)?.role === 'user' && listPlaceholders(file).length === 0;
}

/** A row without its own id is named by its input. */
function renderCaseName({ id, inputHash, input }: Case): string {
  return id === inputHash ? describeJson(input) : JSON.stringify(id);
}

/** `{{name}}`: letters of any script, digits, `_`, `-`, `.`, and inner spaces. Other text in braces stays. */
const PLACEHOLDER = /\{\{\s*([\p{L}_](?:[\p{L}\p{M}\p{N}_. -]*[\p{L}\p{M}\p{N}_-])?)\s*\}\}/gu;

/** The agent must not see the expected answer. */
const HIDDEN_COLUMNS = ['expected', 'groundTruth'];

/** The names in a prompt's `{{…}}`, each once. */
export function listPlaceholders({ messages }: PromptFile): readonly string[] {
  return [...new Set(messages.flatMap(({ content }) => findPlaceholders(content)))];
}

/** True for a text that is one placeholder. */
export function isPlaceholder(text: string): boolean {
  return text.replace(PLACEHOLDER, '') === '';
}

function findPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

function collectValues(row: Case): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(row.vars),
    ['input', row.input],
    ['id', row.id],
    ...(row.task === undefined ? [] : ([['task', row.task]] as const)),
    ...(row.context === undefined ? [] : ([['context', row.context.join('\n\n')]] as const)),
  ]);
}

/** One pass: placeholders inside values are not filled. */
function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

function listUnknownPlaceholders(
  texts: readonly string[],
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set(texts.flatMap(findPlaceholders));
  return [...names]
    .filter((name) => !values.has(name))
    .map((name) =>
      HIDDEN_COLUMNS.includes(name)
        ? `\`{{${name}}}\` would tell the agent the expected answer; remove it.`
        : `\`{{${name}}}\` has no value: add it to the dataset, as a column or an entry of \`vars\`. ${suggestName(name, [...values.keys()])}`,
    );
}
