import { isList } from '../../../text/values.js';

export class Outcome {
  readonly #counts = new Map<string, number>();

  taken(part: string, as: string): void {
    this.#count([part, 'yes', as]);
  }

  skipped(part: string, reason: string): void {
    this.#count([part, 'no', reason]);
  }

  #count(cells: readonly string[]): void {
    const row = JSON.stringify(cells.map((cell) => cell.replaceAll(/\s+/g, ' ')));
    this.#counts.set(row, (this.#counts.get(row) ?? 0) + 1);
  }

  /** Lines of the table, with the count of equal rows. */
  lines(): readonly string[] {
    const rows = [...this.#counts].map(([row, count]) => {
      const [part, ...cells]: string[] = JSON.parse(row);
      const short = (part ?? '').replace(/^(.{48}).{3,}$/u, '$1…');
      return [count > 1 ? `${short} (${count})` : short, ...cells];
    });
    const width = Math.max(...rows.map(([part = '']) => part.length));
    return [['promptfoo', 'taken', 'here'], ...rows].map(
      ([part = '', taken = '', as = '']) => `${part.padEnd(width)}  ${taken.padEnd(5)}  ${as}`,
    );
  }
}

export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : [value];
}
