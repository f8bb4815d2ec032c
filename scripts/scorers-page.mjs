// The parts of docs/scorers.md that are made from the catalog; the differences from Mastra are written there by hand.
import { markdownTable } from 'markdown-table';
import { z } from 'zod';
import { SCORERS } from '../src/scorers/catalog.ts';
import { CONTEXT, REASON, SCALE } from '../src/scorers/options.ts';

const KINDS = { judged: 'judge', code: 'code', check: 'check' };
const NEEDS = { groundTruth: '`groundTruth`', context: '`context`', toolCalls: 'tool calls' };

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const table = (rows) => markdownTable(rows, { alignDelimiters: false });

/** One row per scorer. */
export function scorersTable() {
  const rows = SCORERS.map(({ id, summary, kind, higherIsBetter, needs }) => [
    `[\`${id}\`](#${id})`,
    cell(summary),
    KINDS[kind],
    needs.map((need) => NEEDS[need]).join(', '),
    higherIsBetter ? 'higher' : 'lower',
  ]);
  return table([['scorer', 'measures', 'by', 'needs', 'better'], ...rows]);
}

/** Options that several judged scorers have, described once. */
const SHARED = { scale: SCALE, reason: REASON, context: CONTEXT };

/** The table of the options that judged scorers share. */
export function sharedOptionsTable() {
  return optionTable([...optionRows(describedOptions(z.strictObject(SHARED))), TASK]);
}

/** By id, the beginning of every scorer's section. */
export function scorerSections() {
  return SCORERS.map((about) => [about.id, section(about)]);
}

function section({ factory, summary, formula, items, options, kind }) {
  const judged =
    items === null ? '' : ` Judges ${items.many}; reports name those that are newly ${items.bad}.`;
  const own = describedOptions(options).filter(({ name }) => kind !== 'judged' || !(name in SHARED));
  const parts = [`${summary}${judged} In code: \`${factory}\`.`, `\`${formula}\``];
  return (own.length === 0 ? parts : [...parts, optionTable(optionRows(own))]).join('\n\n');
}

const optionTable = (rows) => table([['option', 'meaning', 'default'], ...rows]);

const TASK = [
  '`task`',
  "What the agent is for. In the config: the suite's or case's `task`.",
  "the input's system message",
];

function optionRows(options, group = '') {
  return options.flatMap(({ name, description, value, inner }) => [
    [`\`${group === '' ? kebab(name) : `${group}${name}`}\``, cell(description), defaultText(value)],
    ...optionRows(inner, `${group}${name}.`),
  ]);
}

/** A long default is described in words. */
function defaultText(value) {
  const text = JSON.stringify(value) ?? '';
  return text === '' || text.length > 40 ? '' : `\`${text}\``;
}

/** Options as their schema describes them; a group has its options inside, with their own defaults. */
export function describedOptions(schema) {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const described = (known) =>
    Object.entries(known).map(([name, { description = '', default: value, properties }]) =>
      properties === undefined
        ? { name, description, value, inner: [] }
        : { name, description, value: undefined, inner: described(properties) },
    );
  return described(properties);
}
