import type { Coverage } from '../../model/coverage.js';
import { COLOURS, escapeForLog, fitConsoleLine, type Paint, toConsoleLine } from '../console.js';
import {
  type CoveredText,
  listStretches,
  renderBlockState,
  renderCoverageHeading,
  renderCoverageScope,
  renderLines,
  renderPlacebo,
  renderUnscored,
  type Stretch,
} from './coverage-view.js';

const MARKS = { noticed: '✓', unnoticed: '✗', unfinished: '?' } as const;
const PAINT = { noticed: 'green', unnoticed: 'red', unfinished: 'yellow' } as const;

/** The prompt with a mark and the number of cases per line, then the blocks that nobody notices. */
export function renderCoverageText(
  coverage: Coverage,
  files: readonly CoveredText[],
  { color }: { readonly color: boolean },
): string {
  const paint: Paint = (text, colour) => (color ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text);
  const open = coverage.blocks.filter(({ state }) => state !== 'noticed');
  const lines = [
    ...files.flatMap((file) => [
      '',
      paint(toConsoleLine(file.path), 'bold'),
      ...listStretches(file, coverage).flatMap((stretch) => renderStretch(stretch, paint)),
    ]),
    '',
    paint(toConsoleLine(renderCoverageHeading(coverage)), 'bold'),
    ...open.map((block) => {
      const state = renderBlockState(block, coverage);
      return `  ${paint(MARKS[block.state], PAINT[block.state])} ${fitConsoleLine(`${block.path} ${renderLines(block.lines)}: ${state}`)}`;
    }),
    ...(coverage.unscored === null ? [] : [fitConsoleLine(renderUnscored(coverage))]),
    toConsoleLine(renderPlacebo(coverage)),
    toConsoleLine(renderCoverageScope(coverage)),
  ];
  return `${lines.join('\n').replace(/^\n/, '')}\n`;
}

const NUMBER_WIDTH = 4;
const COUNT_WIDTH = 3;

function renderStretch({ first, lines, block }: Stretch, paint: Paint): readonly string[] {
  return lines.map((line, at) => {
    const number = String(first + at).padStart(NUMBER_WIDTH);
    const count = block?.state === 'noticed' ? String(block.noticedBy.length) : '';
    const isText = block !== null && line.trim() !== '';
    const mark = isText ? `${MARKS[block.state]}${count}`.padEnd(COUNT_WIDTH) : ' '.repeat(COUNT_WIDTH);
    const margin = isText ? paint(mark, PAINT[block.state]) : mark;
    return `${paint(number, 'grey')} ${margin} ${escapeForLog(line)}`.trimEnd();
  });
}
