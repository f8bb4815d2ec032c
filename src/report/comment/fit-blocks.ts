import { formatCount } from '../../text/values.js';
import { escapeInLine, escapeSummary, joinMarkdown, type Markdown, markdown } from '../markdown.js';

/** A part that a reader has to open. */
export type Fold = {
  /** Plain text. */
  readonly title: string;
};

/** The smallest piece of a report: printed whole or left out. */
export type RankedText = {
  readonly text: Markdown;
  /** Blocks of a lower rank are printed first. */
  readonly rank: number;
  /** The folds around it, the outermost first. */
  readonly folds: readonly Fold[];
};

const SEPARATOR = '\n\n';

/** Joins blocks to at most `limitBytes` UTF-8 bytes. If blocks are left out, a sentence before `tail` says so. */
export function fitBlocks(request: {
  readonly blocks: readonly RankedText[];
  readonly tail: Markdown;
  readonly limitBytes: number;
  readonly restIsIn: Markdown;
}): Markdown {
  const { blocks, tail, limitBytes, restIsIn } = request;
  const leftOut = (count: number) =>
    markdown`*${escapeInLine(formatCount(count, 'block'))} left out here. The whole report: ${restIsIn}.*`;
  const maxBytes = limitBytes + SEPARATOR.length - measureBytes(tail);
  const whole = takeBlocks(blocks, maxBytes);
  const fitting =
    whole.size === blocks.length
      ? whole
      : takeBlocks(blocks, maxBytes - measureBytes(leftOut(blocks.length)));
  const missing = blocks.length - fitting.size;
  const body = joinBlocks(blocks.filter((block) => fitting.has(block)));
  const parts = [body, ...(missing === 0 ? [] : [leftOut(missing)]), tail];
  return joinMarkdown(
    parts.filter((text) => text.length > 0),
    SEPARATOR,
  );
}

function takeBlocks(blocks: readonly RankedText[], maxBytes: number): ReadonlySet<RankedText> {
  const fitting = new Set<RankedText>();
  const opened = new Set<Fold>();
  let bytesLeft = maxBytes;
  for (const block of blocks.toSorted((a, b) => a.rank - b.rank)) {
    const folds = block.folds.filter((fold) => !opened.has(fold));
    const size = folds.reduce(
      (sum, fold) => sum + measureBytes(renderOpening(fold)) + measureBytes(CLOSING),
      measureBytes(block.text),
    );
    if (size > bytesLeft) continue;
    bytesLeft -= size;
    fitting.add(block);
    for (const fold of folds) opened.add(fold);
  }
  return fitting;
}

const CLOSING = markdown`</details>`;

function renderOpening({ title }: Fold): Markdown {
  return markdown`<details><summary>${escapeSummary(title)}</summary>`;
}

function joinBlocks(blocks: readonly RankedText[]): Markdown {
  const lines: Markdown[] = [];
  let open: readonly Fold[] = [];
  const moveTo = (folds: readonly Fold[]) => {
    const shared = open.findIndex((fold, index) => folds[index] !== fold);
    const common = shared < 0 ? open.length : shared;
    lines.push(...open.slice(common).map(() => CLOSING), ...folds.slice(common).map(renderOpening));
    open = folds;
  };
  for (const block of blocks) {
    moveTo(block.folds);
    lines.push(block.text);
  }
  moveTo([]);
  return joinMarkdown(lines, SEPARATOR);
}

function measureBytes(text: Markdown): number {
  return text.length === 0 ? 0 : Buffer.byteLength(text) + SEPARATOR.length;
}
