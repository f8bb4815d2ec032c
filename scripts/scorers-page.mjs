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

/** What a reader is told once: a deviation that as many scorers share. */
const SHARED_FROM = 3;

/** What several scorers do otherwise than the reference, then a section a scorer: options, choices, its own deviations. */
export async function scorerSections() {
  const docs = await Promise.all(SCORERS.map(docsOf));
  const all = Map.groupBy(
    docs.flatMap(({ deviations }, index) => deviations.map((each) => ({ each, id: SCORERS[index].id }))),
    ({ each }) => JSON.stringify(each),
  );
  const shared = [...all].filter(([, found]) => found.length >= SHARED_FROM);
  const isShared = new Set(shared.map(([key]) => key));
  const rows = shared.map(([, found]) => {
    const { what, reference, here, why } = found[0].each;
    return [what, reference, here, why, found.map(({ id }) => `[\`${id}\`](#${id})`).join(', ')].map(cell);
  });
  const sections = SCORERS.map((about, index) => {
    const own = docs[index].deviations.filter((each) => !isShared.has(JSON.stringify(each)));
    return section(about, { ...docs[index], deviations: own });
  });
  return [
    '### What several do otherwise',
    table([['differs in', 'the reference', 'here', 'why', 'of'], ...rows]),
    ...sections,
  ].join('\n\n');
}

async function docsOf({ id, kind }) {
  return kind === 'check' ? checks[id] : (await import(`../lib/scorers/prebuilt/${id}/docs.js`)).docs;
}

function section(about, { choices, deviations }) {
  const { id, factory, summary, formula, items } = about;
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
