import { counted } from '../../text/values.js';

export type Fold = { readonly title: string };

/** The smallest piece of a report: printed whole or left out. */
export type Block = {
  readonly text: string;
  /** Blocks of a lower rank get their room first. */
  readonly rank: number;
  /** The folds around it, the outermost first. Their titles are HTML. */
  readonly folds: readonly Fold[];
};

const SEPARATOR = '\n\n';

/** Joins blocks to at most `limitBytes` UTF-8 bytes. If blocks are left out, a sentence before `tail` says so. */
export function fitBlocks(request: {
  readonly blocks: readonly Block[];
  readonly tail: string;
  readonly limitBytes: number;
  /** Markdown: `the job summary`. */
  readonly restIsIn: string;
}): string {
  const { blocks, tail, limitBytes, restIsIn } = request;
  const leftOut = (count: number) =>
    `*${counted(count, 'block')} left out here. The whole report: ${restIsIn}.*`;
  const room = limitBytes + SEPARATOR.length - sizeOf(tail);
  const whole = takeBlocks(blocks, room);
  const taken =
    whole.size === blocks.length ? whole : takeBlocks(blocks, room - sizeOf(leftOut(blocks.length)));
  const missing = blocks.length - taken.size;
  const body = joinBlocks(blocks.filter((block) => taken.has(block)));
  return [body, ...(missing === 0 ? [] : [leftOut(missing)]), tail]
    .filter((text) => text !== '')
    .join(SEPARATOR);
}

function takeBlocks(blocks: readonly Block[], room: number): ReadonlySet<Block> {
  const taken = new Set<Block>();
  const opened = new Set<Fold>();
  let left = room;
  for (const block of blocks.toSorted((a, b) => a.rank - b.rank)) {
    const folds = block.folds.filter((fold) => !opened.has(fold));
    const size = folds.reduce(
      (sum, fold) => sum + sizeOf(openingOf(fold)) + sizeOf(CLOSING),
      sizeOf(block.text),
    );
    if (size > left) continue;
    left -= size;
    taken.add(block);
    for (const fold of folds) opened.add(fold);
  }
  return taken;
}

const CLOSING = '</details>';

function openingOf({ title }: Fold): string {
  return `<details><summary>${title}</summary>`;
}

function joinBlocks(blocks: readonly Block[]): string {
  const lines: string[] = [];
  let open: readonly Fold[] = [];
  const moveTo = (folds: readonly Fold[]) => {
    const shared = open.findIndex((fold, index) => folds[index] !== fold);
    const common = shared < 0 ? open.length : shared;
    lines.push(...open.slice(common).map(() => CLOSING), ...folds.slice(common).map(openingOf));
    open = folds;
  };
  for (const block of blocks) {
    moveTo(block.folds);
    lines.push(block.text);
  }
  moveTo([]);
  return lines.join(SEPARATOR);
}

function sizeOf(text: string): number {
  return text === '' ? 0 : Buffer.byteLength(text) + SEPARATOR.length;
}
