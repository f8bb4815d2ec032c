import { parseYamlDocument } from '../../../files/yaml-document.js';
import { type Fields, getValueAt, isFields, isList } from '../../../text/values.js';
import { isWrittenNumber } from '../../../text/written-number.js';

/** A value of a config file, which knows its place there. */
export type ConfigPart = {
  readonly value: unknown;
  /** `path:line`. */
  readonly place: string;
  at(key: PropertyKey): ConfigPart;
};

/** Parses YAML or JSON. Throws `UserError`. */
export function parseConfigPart(text: string, path: string): ConfigPart {
  const document = parseYamlDocument(text, path, { numbers: 'as-written' });
  const build = (value: unknown, keys: readonly PropertyKey[]): ConfigPart => ({
    value,
    get place() {
      return `${path}:${document.lineAt(keys)}`;
    },
    at: (key) => build(getValueAt(value, [key]), [...keys, key]),
  });
  return build(document.readValue(document.root), []);
}

/** A value whose parts all have one place, such as a row of a table. */
export function createConfigPart(value: unknown, place: string): ConfigPart {
  return { value, place, at: (key) => createConfigPart(getValueAt(value, [key]), place) };
}

/** The items of a list, or a single value as the only one. */
export function listItems(part: ConfigPart): readonly ConfigPart[] {
  if (part.value === undefined || part.value === null) return [];
  return isList(part.value) ? part.value.map((_item, index) => part.at(index)) : [part];
}

/** The parts of a group by key; empty for anything else. */
export function listFields(part: ConfigPart): readonly (readonly [string, ConfigPart])[] {
  return Object.keys(readFields(part)).map((key) => [key, part.at(key)]);
}

/** The fields of a group; none for anything else. */
export function readFields({ value }: ConfigPart): Fields {
  return isFields(value) ? value : {};
}

/** A value as a prompt shows it. Numbers keep their digits. */
export function renderValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return JSON.stringify(value);
}

/** A text, number or boolean as text; `null` for anything else. */
export function renderPlainValue(value: unknown): string | null {
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || isWrittenNumber(value);
  return isPlain ? renderValue(value) : null;
}
