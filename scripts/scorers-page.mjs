// The parts of docs/scorers.md that are made from the catalog; what a scorer does otherwise than the reference is written there by hand.
import { markdownTable } from 'markdown-table';
import { z } from 'zod';
import { SCORERS } from '../src/scorers/catalog.ts';

const KINDS = { judged: 'a judge model', code: 'code', check: 'check' };
const NEEDS = { groundTruth: '`groundTruth`', context: '`context`', toolCalls: 'tool calls' };

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const table = (rows) => markdownTable(rows, { alignDelimiters: false });

/** One row a scorer. */
export function scorersTable() {
  const rows = SCORERS.map(({ id, summary, formula, kind, higherIsBetter, needs }) => [
    `[\`${id}\`](#${id})`,
    cell(summary),
    `\`${cell(formula)}\``,
    KINDS[kind],
    needs.map((need) => NEEDS[need]).join(', '),
    higherIsBetter ? 'higher' : 'lower',
  ]);
  return table([['scorer', 'measures', 'formula', 'by', 'needs', 'better'], ...rows]);
}

/** By id, what every scorer's section begins with. */
export function scorerSections() {
  return SCORERS.map((about) => [about.id, section(about)]);
}

function section(about) {
  const { factory, summary, formula, items } = about;
  const judged =
    items === null ? '' : ` It judges ${items.many} one by one; a report lists what is newly ${items.bad}.`;
  return [`${summary}${judged} In code: \`${factory}\`.`, `\`${formula}\``, ...optionsOf(about)].join('\n\n');
}

function optionsOf({ options, kind }) {
  const rows = optionRows(describedOptions(options));
  if (kind === 'judged') rows.push(TASK);
  return rows.length === 0 ? [] : [table([['option', 'in the config', 'meaning', 'default'], ...rows])];
}

const TASK = [
  '`task`',
  '`task` of the suite or the case',
  'What the agent is for, in words.',
  'the system message of the input',
];

function optionRows(options, group = '') {
  return options.flatMap(({ name, description, value, inner }) => [
    [
      `\`${group}${name}\``,
      `\`${group === '' ? kebab(name) : `${group}${name}`}\``,
      cell(description),
      value === undefined ? '' : `\`${JSON.stringify(value)}\``,
    ],
    ...optionRows(inner, `${group}${name}.`),
  ]);
}

/** Options as their schema describes them; of a group the options inside, whose defaults are its own. */
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
