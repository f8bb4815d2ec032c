import { isDeepStrictEqual } from 'node:util';
import type { Case, Message, ToolCall } from '../ports/dataset.js';
import { UserError } from '../ports/errors.js';
import type { LabelledStatement, TeamLabel, TeamLabels } from '../ports/team-labels.js';
import { LABEL_KEY, VERDICT_LABELS } from '../ports/verdict.js';
import { grouped } from '../text/counts.js';
import { parseJson } from '../text/json.js';
import { suggestName } from '../text/nearest-name.js';
import { type Fields, isFields, shownValue } from '../text/values.js';
import { readJsonLines } from './json-rows.js';
import { parseMessages } from './messages.js';

/** A file is read whole, and by hand now and then. */
const LARGEST = 5_000_000;
const MOST_NAMED = 20;

const FIELDS = [
  ...['key', 'label', 'case', 'note', 'statement', 'quote', 'call'],
  ...['task', 'history', 'input', 'answer', 'toolCalls'],
];

/**
 * Labels of JSON Lines, one statement a row: `{"key": …, "label": "yes" | "unsure" | "no"}`, and what was labelled, as
 * `setLabel` writes it. Throws `UserError` with every mistake as `path:line: …`.
 */
export function parseLabels(text: string, path: string): TeamLabels {
  if (text.length > LARGEST) {
    throw new UserError(
      `${path}: a file of labels has at most ${LARGEST / 1_000_000} million characters, and this one has ${(text.length / 1_000_000).toFixed(1)} million; take out rows of what nobody asks any more, or leave of others only \`key\` and \`label\`.`,
    );
  }
  const { rows, problems } = readJsonLines(text, path);
  const found: string[] = [...problems];
  const labels = new Map<string, TeamLabel>();
  for (const { line, value } of rows) {
    const read = readLabel(value, line);
    if ('problem' in read) {
      found.push(`${path}:${line}: ${read.problem}`);
      continue;
    }
    const known = labels.get(read.key);
    if (known !== undefined && known.label !== read.label) {
      found.push(
        `${path}:${line}: this statement is labelled ${read.label}, and line ${known.line} labels it ${known.label}; take one of the two out.`,
      );
    }
    if (known === undefined || (known.said === null && known.label === read.label))
      labels.set(read.key, read);
  }
  if (found.length > MOST_NAMED) {
    const more = found.length - MOST_NAMED;
    throw new UserError([...found.slice(0, MOST_NAMED), `${path}: and ${more} more lines have mistakes.`]);
  }
  if (found.length > 0) throw new UserError(found);
  return labels;
}

function readLabel(row: unknown, line: number): TeamLabel | { readonly problem: string } {
  if (!isFields(row)) return { problem: `a row must be an object, and this one is ${shownValue(row)}.` };
  const { key, label } = row;
  const stranger = Object.keys(row).find((name) => !FIELDS.includes(name));
  if (stranger !== undefined) {
    return { problem: `\`${stranger.slice(0, 60)}\` is not known. ${suggestName(stranger, FIELDS)}` };
  }
  if (typeof key !== 'string' || !LABEL_KEY.test(key)) {
    return {
      problem: `\`key\` is ${shownValue(key)} and must be the key of a statement: copy it from a report or a run record, or let \`prompt-regression label\` write the row.`,
    };
  }
  const known = VERDICT_LABELS.find((each) => each === label);
  if (known === undefined) {
    return { problem: `\`label\` is ${shownValue(label)} and must be "yes", "unsure" or "no", in quotes.` };
  }
  const said = readSaid(row);
  return typeof said === 'string' ? { problem: said } : { key, label: known, line, said };
}

/** What was labelled; `null` where the row does not have it; what is wrong with it, in words. */
function readSaid(row: Fields): LabelledStatement | string | null {
  const { statement, quote, input, answer, task = null, call, history = [], toolCalls = [] } = row;
  for (const [name, value] of Object.entries({ statement, quote, input, answer, task: task ?? '' })) {
    if (value !== undefined && typeof value !== 'string') {
      return `\`${name}\` is ${shownValue(value)} and must be text.`;
    }
  }
  if (call !== undefined && call !== true) return '`call` must be true, or left out.';
  if (typeof statement !== 'string' || typeof input !== 'string' || typeof answer !== 'string') return null;
  const turns = readHistory(history);
  if (typeof turns === 'string') return turns;
  if (!isToolCalls(toolCalls)) return '`toolCalls` must be a list of calls, each with a `name`.';
  return {
    statement,
    quote: typeof quote === 'string' ? quote : statement,
    ...(call === true && { isCall: true }),
    task: typeof task === 'string' ? task : null,
    history: turns,
    input,
    answer,
    toolCalls,
  };
}

function readHistory(history: unknown): readonly Message[] | string {
  if (Array.isArray(history) && history.length === 0) return [];
  const read = parseMessages(history, '`history`');
  return read.status === 'right' ? read.messages : read.problems.join(' ');
}

function isToolCalls(value: unknown): value is readonly ToolCall[] {
  return Array.isArray(value) && value.every((call) => isFields(call) && typeof call['name'] === 'string');
}

/**
 * A file's text with this label in it: where its statement has a row already, there and with that row's note, else at
 * the end. The text is known to be right.
 */
export function setLabel(
  text: string,
  { key, label, said }: Pick<TeamLabel, 'key' | 'label' | 'said'>,
  caseId: string | null,
): string {
  const lines = text.split('\n');
  if (lines.at(-1)?.trim() === '') lines.pop();
  const own = lines.flatMap((line, index) => {
    const row: unknown = line.includes(key) ? parseJson(line) : null;
    return isFields(row) && row['key'] === key ? [{ index, row }] : [];
  });
  const { isCall, history = [], toolCalls = [], ...texts } = said ?? {};
  const kept = Object.fromEntries(
    own.flatMap(({ row }) => ['case', 'note'].flatMap((name) => (name in row ? [[name, row[name]]] : []))),
  );
  const row = JSON.stringify({
    key,
    label,
    ...kept,
    ...(caseId !== null && { case: caseId }),
    ...texts,
    ...(isCall && { call: true }),
    ...(history.length > 0 && { history }),
    ...(toolCalls.length > 0 && { toolCalls }),
  });
  const place = own[0]?.index ?? lines.length;
  const others = new Set(own.map(({ index }) => index));
  const next = [...lines.slice(0, place), row, ...lines.slice(place)].filter(
    (_, index) => index <= place || !others.has(index - 1),
  );
  return `${next.join('\n')}\n`;
}

/**
 * Labels of what nobody asks any more: their task or input changed, or their case is gone. They take no verdict's place.
 *
 * @param asked by every suite that names the file.
 */
export function findStale(
  labels: TeamLabels,
  asked: readonly { readonly cases: readonly Case[]; readonly tasks: ReadonlyMap<string, string | null> }[],
): readonly TeamLabel[] {
  return [...labels.values()].filter(
    ({ said }) =>
      said !== null &&
      !asked.some(({ cases, tasks }) =>
        cases.some(
          ({ id, input, history }) =>
            input === said.input &&
            (tasks.get(id) ?? null) === said.task &&
            isDeepStrictEqual(history, said.history),
        ),
      ),
  );
}

/** What one file of labels does to another: `adds 2, changes 1 and removes 3`; `null` where it says the same. */
export function tellLabelChange(now: TeamLabels, was: TeamLabels): string | null {
  const common = [...now.values()].filter(({ key }) => was.has(key));
  const counts = [
    { does: 'adds', count: now.size - common.length },
    { does: 'changes', count: common.filter(({ key, label }) => was.get(key)?.label !== label).length },
    { does: 'removes', count: was.size - common.length },
  ].filter(({ count }) => count > 0);
  const parts = counts.map(({ does, count }) => `${does} ${grouped(count)}`);
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] ?? null) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
