import { renderFirst } from '../../../text/values.js';

const MAX_SHOWN_PLACES = 2;
const MAX_PART_LENGTH = 48;

type Row = {
  readonly part: string;
  readonly taken: 'yes' | 'no';
  readonly as: string;
  count: number;
  readonly places: Set<string>;
};

/** The table of what an import took and what it did not. Equal rows are counted. */
export class ImportOutcome {
  readonly #rows = new Map<string, Row>();

  taken(part: string, as: string): void {
    this.#add(part, 'yes', as).count += 1;
  }

  /** Nothing that the user wrote is left out without such a row. */
  skipped(part: string, reason: string, { place }: { readonly place: string }): void {
    const row = this.#add(part, 'no', reason);
    row.places.add(place);
    row.count = row.places.size;
  }

  #add(part: string, taken: Row['taken'], as: string): Row {
    const key = JSON.stringify([part, taken, as]);
    const row = this.#rows.get(key) ?? { part, taken, as, count: 0, places: new Set() };
    this.#rows.set(key, row);
    return row;
  }

  /** The whole table, with its title. */
  lines(): readonly string[] {
    return this.#render([...this.#rows.values()], ['promptfoo', 'taken', 'here']);
  }

  /** Only what was not taken. */
  skippedLines(): readonly string[] {
    return this.#render([...this.#rows.values()].filter(({ taken }) => taken === 'no'));
  }

  #render(listed: readonly Row[], ...titles: readonly (readonly string[])[]): readonly string[] {
    const rows = listed.map(({ part, taken, as, count, places }) => {
      const plain = part.replaceAll(/\s+/g, ' ');
      const short = plain.length > MAX_PART_LENGTH + 2 ? `${plain.slice(0, MAX_PART_LENGTH)}…` : plain;
      const where = renderFirst([...places], MAX_SHOWN_PLACES, (place) => place);
      return [count > 1 ? `${short} (${count})` : short, taken, where === '' ? as : `${where}: ${as}`];
    });
    const width = Math.max(...rows.map(([part = '']) => part.length));
    return [...titles, ...rows].map(
      ([part = '', taken = '', as = '']) => `${part.padEnd(width)}  ${taken.padEnd(5)}  ${as}`,
    );
  }
}
