import type { Comparison, LoneCase, UnscoredCase } from '../../ports/comparison.js';
import type { EvaluatedSuite, SuiteReport } from '../../ports/report.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { counted, grouped } from '../../text/counts.js';
import { groupReasons } from '../decision-words.js';
import { renderFirst } from '../figures.js';
import { codeSpan, formattedLine } from '../markdown/markdown.js';
import { listDatasetCases, tellWaiting, titleOfLists } from '../shown-cases.js';
import { renderCaseTitle } from './case-block.js';
import { createBlock, type Part, type Room, type SuiteRoom } from './parts.js';

/** Cases of one side only, and those with nothing to score: a line each, with their names. */
export function renderLoneCases({ comparison, dataset }: EvaluatedSuite, room: SuiteRoom): string[] {
  const { added, edited, removed, renamed } = comparison;
  const scored = (row: LoneCase) => renderScored(row, room.words);
  const lists =
    dataset === undefined
      ? [
          ...listedAs('New', added.map(scored), room),
          ...listedAs('Removed', namesOf(removed), room),
          ...listedAs('Edited, so not compared', edited.map(scored), room),
          // Two names each, of cases to which nothing happened: a few are enough.
          ...listedAs('Renamed', renamed.map(renderRenamed), { ...room, listed: room.listed / 4 }),
        ]
      : listedAs('Not in the baseline', [...added, ...edited].map(scored), room);
  return [...lists, ...renderNotScorable(comparison, room)];
}

/** What the pull request does to its dataset; none of it decides anything. */
export function renderDatasetCases(suite: SuiteReport, room: Room): string {
  const waiting = tellWaiting(suite);
  const lists = listDatasetCases(suite).flatMap(({ title, cases }) =>
    listedAs(
      title,
      cases.map(({ id, said }) => `${codeSpan(id)} ${formattedLine(said, room.lineCharacters)}`.trim()),
      room,
    ),
  );
  const lines = [...lists, ...(waiting === null ? [] : [`- ${waiting}`])];
  return lines.length === 0 ? '' : [`**${titleOfLists(suite)}**`, '', ...lines].join('\n');
}

/** Cases that have nothing for this scorer to score: no fault of anybody's, so their names are enough. */
export function renderNotScorable({ unscored }: Comparison, room: Room): string[] {
  const rows = unscored.filter(({ kind }) => kind === 'not-scorable');
  return listedAs('Nothing to score', namesOf(rows), room);
}

function renderRenamed({ from, to }: Comparison['renamed'][number]): string {
  return `${codeSpan(from)} → ${codeSpan(to)}`;
}

/** Cases without a number, for a list: what was asked and why there is none. */
export function buildUnscored(
  rows: readonly UnscoredCase[],
  rank: (index: number) => number,
  room: Room,
): readonly Part[] {
  return rows.map((row, index) =>
    createBlock(rank(index), () => renderUnscored(row, room), { counts: 'case' }),
  );
}

/** What failed, without figures: one line a reason, the most frequent first. */
export function renderFailures(rows: readonly UnscoredCase[], room: Room): string[] {
  const reasons = groupReasons(rows);
  const lines = reasons
    .slice(0, room.listed)
    .map(
      ({ rows: cases, reason, isExample }) =>
        `- ${counted(cases.length, 'case')}${isExample ? ', such as' : ''}: ${formattedLine(reason, room.lineCharacters)}`,
    );
  const more = reasons.length - lines.length;
  return more <= 0 ? lines : [...lines, `- ${counted(more, 'more reason')}.`];
}

function renderUnscored(row: UnscoredCase, room: Room): string {
  const what = row.noLongerAnswers ? 'no longer answers' : 'has no score';
  return `${renderCaseTitle(row, what, room)}\\\nWhy: ${formattedLine(row.reason, room.lineCharacters)}`;
}

function renderScored({ id, score }: LoneCase, words: MeasureWords): string {
  return `${codeSpan(id)} ${score === null ? '(no score)' : words.score(score)}`;
}

function namesOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => codeSpan(id));
}

function listedAs(title: string, names: readonly string[], room: Room): string[] {
  if (names.length === 0) return [];
  const listed = renderFirst(names, room.listed, (name) => name, 'case');
  return [`- **${title}** (${grouped(names.length)}): ${listed}`];
}
