// The tables of rules in README.md and docs/how-it-decides.md, made from the rules themselves.
import { markdownTable } from 'markdown-table';
import { RULES } from '../src/decide/gate/rules.ts';
import { DEFAULT_GATE } from '../src/settings/defaults.ts';

const table = (rows) => markdownTable(rows, { alignDelimiters: false });
const rules = RULES.map(({ name, describe }) => ({ name: `**${name}**`, ...describe(DEFAULT_GATE) }));

/** README.md: when each rule is red, in short. */
export function shortRulesTable() {
  return table([
    ['rule', 'red if'],
    ...rules.filter(({ summary }) => summary !== '').map(({ name, summary }) => [name, summary]),
  ]);
}

/** docs/how-it-decides.md: what each rule does. */
export function rulesTable() {
  const head = ['rule', 'suspicious if', 'asks for', 'red if', 'yellow if'];
  return table([
    head,
    ...rules.map(({ name, suspicious, asks, red, yellow }) => [name, suspicious, asks, red, yellow || '–']),
  ]);
}
