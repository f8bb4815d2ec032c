import { readFileSync } from 'node:fs';

/** A row of the table beside this file, which the tests hold against what the action does. */
export type EventRow = Readonly<
  Record<'event' | 'when' | 'head' | 'base' | 'rights' | 'green' | 'written', string>
>;

const [TABLE = []] = readTables(readFileSync('test/support/events.md', 'utf8'));
const REFUSED = readTables(readFileSync('docs/events.md', 'utf8')).find(([row]) => row?.length === 2) ?? [];

/** Events that are evaluated or told; `when` is `all` where it is about every one of an event. */
export const EVENTS: readonly EventRow[] = TABLE.map(
  ([event = '', when = '', head = '', base = '', rights = '', green = '', written = '']) => {
    return { event: event.replaceAll('`', ''), when, head, base, rights, green, written };
  },
);

/** Events that are refused: the name, `pull_request closed` for that one of its types, and why. */
export const REFUSED_EVENTS = REFUSED.map(([event = '', because = '']) => {
  return { event: event.replaceAll('`', ''), because };
});

/** The cells of each table of a page, without its head. */
function readTables(page: string): readonly (readonly (readonly string[])[])[] {
  const tables = page.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.map((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''))),
  );
}
