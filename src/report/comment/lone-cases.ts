import type { Comparison, LoneCase, UnscoredCase } from '../../ports/comparison.js';
import type { EvaluatedSuite } from '../../ports/report.js';
import type { RunRecord } from '../../ports/run-record.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { capitalised } from '../case-changes.js';
import { renderCount, renderCounted } from '../figures.js';
import { codeSpan, formattedLine, inlineText } from '../markdown/markdown.js';
import { renderAnswers, renderCaseTitle, renderLabelKey } from './case-block.js';
import { type Block, createBlock, type Part, type Room, type SuiteRoom } from './parts.js';

/** New, removed, edited and renamed cases, and those with nothing to score: a line each, with their names. */
export function renderLoneCases(suite: EvaluatedSuite, room: SuiteRoom): string[] {
  return [...renderDatasetCases(suite, room), ...renderNotScorable(suite.comparison, room)];
}

/** Cases that have nothing for this scorer to score: no fault of anybody's, so their names are enough. */
export function renderNotScorable({ unscored }: Comparison, room: Room): string[] {
  const rows = unscored.filter(({ kind }) => kind === 'not-scorable');
  return listedAs(
    'Nothing to score',
    rows.map(({ id }) => codeSpan(id)),
    room,
  );
}

/** They never enter the delta. */
function renderDatasetCases({ comparison, dataset }: EvaluatedSuite, room: SuiteRoom): string[] {
  const { added, edited } = comparison;
  const scored = (row: LoneCase) => renderScored(row, room.words);
  // A base that was run now was asked the head's dataset: only the datasets tell what is gone.
  const removed = dataset?.removed ?? comparison.removed.map(({ id }) => id);
  const renamed = dataset?.renamed ?? comparison.renamed;
  return [
    ...listedAs('New', added.map(scored), room),
    ...listedAs(
      'Removed',
      removed.map((id) => codeSpan(id)),
      room,
    ),
    ...listedAs('Edited, so not compared', edited.map(scored), room),
    ...listedAs('Renamed', renamed.map(renderRenamed), room),
  ];
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
  const byReason = Map.groupBy(rows, (row) => row.reason);
  const reasons = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const lines = reasons
    .slice(0, room.listed)
    .map(
      ([reason, cases]) =>
        `- ${renderCounted(cases.length, 'case')}: ${formattedLine(reason, room.lineCharacters)}`,
    );
  const more = reasons.length - lines.length;
  return more <= 0 ? lines : [...lines, `- ${renderCounted(more, 'more reason')}.`];
}

/** A case that has no base: its score, and what of its answer is irrelevant. */
export function buildLoneBlock(
  row: LoneCase,
  request: { head: RunRecord; scorer: string; rank: number; answers: number; room: SuiteRoom },
): Block {
  const { head, scorer, rank, answers, room } = request;
  const { words } = room;
  const bad = capitalised(words.items.bad);
  const answer = createBlock(answers, () => renderAnswers([['Head', row.answer ?? null]], room), {
    counts: 'answer',
  });
  return createBlock(
    rank,
    () => {
      const shown = (row.answer?.run?.number ?? 1) - 1;
      const judgement = head.cases.find(({ id }) => id === row.id)?.samples[shown]?.judgements[scorer];
      const statements = judgement?.status === 'scored' ? judgement.statements : [];
      const irrelevant = (['no', 'unsure'] as const).flatMap((label) =>
        statements.filter(({ result }) => result === label),
      );
      const lines = irrelevant.slice(0, room.statementsPerCase).map((statement) => {
        const { text, reason, result } = statement;
        const why = reason === '' ? '' : ` — ${inlineText(reason, room.lineCharacters)}`;
        return `- ${result === 'no' ? `🔴 **${bad}**` : '🟡 **Unsure**'}: “${inlineText(text, room.lineCharacters)}”${why}${renderLabelKey(statement, room)}`;
      });
      const more = irrelevant.length - lines.length;
      if (more > 0) lines.push(`- Not listed: ${renderCount(more)} more ${words.items.bad} or unsure.`);
      if (!words.judgesItems && judgement?.status === 'scored' && judgement.reason !== '') {
        lines.push(`- Why: ${inlineText(judgement.reason, room.lineCharacters)}`);
      }
      return [renderCaseTitle(row, words.score(row.score), room), lines.join('\n')].join('\n\n').trimEnd();
    },
    { counts: 'case', behind: row.answer === undefined ? [] : [answer] },
  );
}

function renderUnscored(row: UnscoredCase, room: Room): string {
  const what = row.noLongerAnswers ? 'no longer answers' : 'has no score';
  return `${renderCaseTitle(row, what, room)}\\\nWhy: ${formattedLine(row.reason, room.lineCharacters)}`;
}

function renderScored({ id, score, base }: LoneCase, words: MeasureWords): string {
  const was = base === undefined ? '' : ` (base ${words.score(base)})`;
  return `${codeSpan(id)} ${score === null ? '(no score)' : words.score(score)}${was}`;
}

function listedAs(title: string, names: readonly string[], room: Room): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, room.listed);
  const more = names.length - listed.length;
  const rest = more === 0 ? '' : ` and ${renderCounted(more, 'more case')}`;
  return [`- **${title}** (${renderCount(names.length)}): ${listed.join(', ')}${rest}`];
}
