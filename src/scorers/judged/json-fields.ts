import { isFields, oneLine } from '../../text/values.js';

/** One piece of a text that can be judged alone. */
export type Piece = {
  /** One line without list marks; a table row with its headers; code keeps its lines. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const OPENS_JSON = /^(```|~~~)\s*json\s*$/i;
/** Long names over many values would multiply the text: such JSON is read as prose. */
const NAMES_PER_CHARACTER = 16;
const ALWAYS_FINE = 10_000;

/**
 * The fields of an answer that is one JSON object or list: `customer.name: Ann`. A list of plain values and an object in a
 * list are one piece each; longer texts are split. `null` if it is not JSON, or nested too deeply.
 */
export function jsonFields(
  answer: string,
  splitText: (text: string) => readonly Piece[],
): readonly Piece[] | null {
  const json = withoutFence(answer.trim()).trim();
  if (!/^[{[]/.test(json)) return null;
  try {
    return fieldsOf(JSON.parse(json), answer, splitText);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function fieldsOf(
  value: unknown,
  answer: string,
  splitText: (text: string) => readonly Piece[],
): readonly Piece[] {
  let from = 0;
  let left = ALWAYS_FINE + NAMES_PER_CHARACTER * answer.length;
  const place = (field: unknown): Pick<Piece, 'start' | 'end'> => {
    const written = JSON.stringify(field);
    const start = answer.indexOf(written, from);
    if (start < 0) return { start: 0, end: answer.length };
    from = start + written.length;
    return { start, end: from };
  };
  const piecesOf = (field: unknown, path: string): readonly Piece[] => {
    left -= path.length;
    if (left < 0) throw new RangeError('its names are too long');
    const label = path === '' ? '' : `${path}: `;
    if (typeof field === 'string' && field.trim() !== '') {
      const at = place(field);
      return splitText(field).map(({ text }) => ({ text: `${label}${text}`, ...at }));
    }
    if (isFields(field)) {
      const under = path === '' ? '' : `${path}.`;
      return Object.entries(field).flatMap(([key, each]) => piecesOf(each, `${under}${key}`));
    }
    if (!Array.isArray(field) || !field.some((each) => typeof each === 'object')) {
      return [{ text: `${label}${shown(field)}`, ...place(field) }];
    }
    left -= path.length * field.length;
    return field.map((each) => ({ text: `${label}${shown(each)}`, ...place(each) }));
  };
  return piecesOf(value, '');
}

function withoutFence(answer: string): string {
  const lines = answer.split('\n');
  const fence = OPENS_JSON.exec(lines[0]?.trim() ?? '')?.[1];
  return fence !== undefined && lines.at(-1)?.trim() === fence ? lines.slice(1, -1).join('\n') : answer;
}

/** `name: Ann; city: Rome`, or the values of a list. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (!isFields(value)) return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${shown(each)}`)
    .join('; ');
}
