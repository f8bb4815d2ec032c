const DELIMITER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** Whether these two lines are the head of a table. */
export function opensTable(line: string, next: string | undefined): boolean {
  return next !== undefined && line.includes('|') && next.includes('-') && DELIMITER.test(next.trim());
}

export function isTableRow(line: string): boolean {
  return line.includes('|') && line.trim() !== '';
}

export function parseCells(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** A row that can be read alone: every cell under the name of its column. */
export function renderRow(header: readonly string[], cells: readonly string[]): string {
  return cells
    .map((cell, column) => {
      const name = header[column] ?? '';
      return cell === '' || name === '' ? cell : `${name}: ${cell}`;
    })
    .filter((cell) => cell !== '')
    .join('; ');
}
