// The part of docs/scorers.md that is made from the catalog.
import { markdownTable } from 'markdown-table';
import { z } from 'zod';
import { SCORERS } from '../lib/scorers/catalog.js';
import { docs as checks } from '../lib/scorers/prebuilt/checks/docs.js';

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

/** A section a scorer: options, what was chosen, and where it differs from the reference. */
export async function scorerSections() {
  return (await Promise.all(SCORERS.map(section))).join('\n\n');
}

async function section(about) {
  const { id, kind, factory, summary, formula, items } = about;
  const { choices, deviations } =
    kind === 'check' ? checks[id] : (await import(`../lib/scorers/prebuilt/${id}/docs.js`)).docs;
  const judged =
    items === null ? '' : ` It judges ${items.many} one by one; a report lists what is newly ${items.bad}.`;
  const parts = [
    `### ${id}`,
    `${summary}${judged} In code: \`${factory}\`.`,
    `\`${formula}\``,
    ...optionsOf(about),
    ...listed('Where documentation and code of the reference disagree', choices),
    ...differences(deviations),
  ];
  return parts.join('\n\n');
}

function optionsOf({ options, codeOnly = [] }) {
  const names = Object.keys(options.shape);
  if (names.length === 0) return [];
  const json = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }).properties ?? {};
  const rows = names.map((name) => {
    const { description = '', default: value } = json[name] ?? {};
    const inConfig = codeOnly.includes(name) ? '(in code only)' : `\`${kebab(name)}\``;
    return [
      `\`${name}\``,
      inConfig,
      cell(description),
      value === undefined ? '' : `\`${JSON.stringify(value)}\``,
    ];
  });
  return [table([['option', 'in the config', 'meaning', 'default'], ...rows])];
}

function listed(title, lines) {
  return lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`];
}

function differences(deviations) {
  if (deviations.length === 0) return [];
  const rows = deviations.map(({ what, reference, here, why }) => [what, reference, here, why].map(cell));
  return [table([['differs in', 'the reference', 'here', 'why'], ...rows])];
}
