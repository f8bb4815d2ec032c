import { markdownTable } from 'markdown-table';
import type { BaselineRow, BaselineUsed, EvaluatedSuite, SuiteReport } from '../../ports/report.js';
import { counted } from '../../text/counts.js';
import { capitalised, shortCommit } from '../../text/values.js';
import { renderMeasured } from '../case-changes.js';
import { failuresToTell, hasFigures, needsAlert, renderMeasurements } from '../decision-words.js';
import { tellFailedAtBase } from '../failed-at-base.js';
import { IDENTICAL_PAGE, renderIdenticalAnswers } from '../identical-answers.js';
import { isFurtherScore, wordsOfSuite } from '../list-scores.js';
import { codeSpan, excerpt, fence, formattedLine, renderLink } from '../markdown/markdown.js';
import { buildFigures } from './case-parts.js';
import { renderBasis, renderHeadline, renderWarnings } from './headline.js';
import { renderDatasetCases, renderFailures } from './lone-cases.js';
import { createBlock, createFold, type Part, type Room, rankOf, type SuiteContext } from './parts.js';

/**
 * Everything that is said of one suite, in reading order. `place` is its position among the suites, worst first, and what
 * a reader can do next where the suite is the only one; `named` is false where all that is said is the run's. `homeUrl`
 * is where this tool's pages lie.
 */
export function buildSuiteParts(
  suite: SuiteReport,
  place: {
    readonly index: number;
    readonly level: string;
    readonly next: string;
    readonly named: boolean;
    readonly homeUrl: string | null;
  },
  room: Room,
): Part[] {
  const { level, next, named, homeUrl } = place;
  const rank: SuiteContext['rank'] = (tier, index = 0) => rankOf(tier, { index, suite: place.index });
  const evaluated = () =>
    suite.kind === 'evaluated'
      ? buildEvaluated(suite, { room: { ...room, words: wordsOfSuite(suite) }, level, rank })
      : [];
  return [
    createBlock(rank('decision'), () => renderHeadline(suite, { level, named, room }), { counts: 'suite' }),
    ...(next === '' ? [] : [createBlock(rank('decision'), () => next)]),
    ...buildChanges(suite, rank('decision', 1), room),
    ...evaluated(),
    ...buildFailedAtBase(suite, rank('lists'), room),
    ...buildDataset(suite, rank('lists'), room),
    ...buildBaselines(suite, rank('notes')),
    ...buildChangedPrompt(suite, { rank: rank('answers'), room, homeUrl }),
    ...buildBasis(suite, rank('notes'), room),
    ...buildNotes(suite.notes, rank('notes'), room),
    ...buildIdentical(suite, rank('notes'), homeUrl),
  ];
}

function buildFailedAtBase(suite: SuiteReport, rank: number, room: Room): Part[] {
  const list = tellFailedAtBase(suite);
  if (list === null) return [];
  const lines = list.cases
    .slice(0, room.listed)
    .map(({ id, said }) => `- ${codeSpan(id)} ${formattedLine(said, room.lineCharacters)}`);
  const more = list.cases.length - lines.length;
  if (more > 0) lines.push(`- ${counted(more, 'more case')}.`);
  return [createBlock(rank, () => [`**${list.title}** (${list.cases.length})`, '', ...lines].join('\n'))];
}

function buildDataset(suite: SuiteReport, rank: number, room: Room): Part[] {
  const lists = renderDatasetCases(suite, room);
  return lists === '' ? [] : [createBlock(rank, () => lists)];
}

/** What a pull request changes of its own measuring is read before any number. */
function buildChanges({ changes = [] }: SuiteReport, rank: number, room: Room): Part[] {
  if (changes.length === 0) return [];
  return [
    createBlock(
      rank,
      () => `**Changed about the check itself**\n\n${renderLines(changes, { noun: 'change', room })}`,
    ),
  ];
}

function buildBaselines(suite: SuiteReport, rank: number): Part[] {
  const { baselines = [] } = suite;
  if (baselines.length === 0 || isFurtherScore(suite)) return [];
  return [createBlock(rank, () => renderBaselines(baselines))];
}

/** Of each side. */
const MOST_CHANGED_LINES = 8;

/** Where it fails, what of the prompt may have done it, and how to try another one before the next push. */
function buildChangedPrompt(
  suite: SuiteReport,
  { rank, room, homeUrl }: { readonly rank: number; readonly room: Room; readonly homeUrl: string | null },
): Part[] {
  const changed = suite.kind === 'evaluated' ? suite.changedPrompt : undefined;
  if (changed === undefined || suite.decision.outcome !== 'fail') return [];
  const { before, after } = changed;
  const lines = [...linesOnlyIn(before, after, '- ', room), ...linesOnlyIn(after, before, '+ ', room)];
  const shown = lines.length === 0 ? 'Only the order or the spacing of its lines.' : fence(lines.join('\n'));
  // No command to paste: where the program is not installed, `npx` would take whatever the registry has by that name.
  const page = homeUrl === null ? null : renderLink('the command line', `${homeUrl}/docs/cli.md`);
  const here = page === null ? '' : `\n\nTo try it on your machine, use ${page}.`;
  return [createFold('What changed in the prompt', [createBlock(rank, () => `${shown}${here}`)])];
}

/** In their order; a line that only moved is in neither list. */
function linesOnlyIn(text: string, other: string, sign: string, room: Room): readonly string[] {
  const linesOf = (whole: string) => whole.split(/\r?\n/).filter((line) => line.trim() !== '');
  const left = Map.groupBy(linesOf(other), (line) => line);
  const own = linesOf(text).filter((line) => left.get(line)?.pop() === undefined);
  const told = own.slice(0, MOST_CHANGED_LINES).map((line) => {
    const { text: start, remark } = excerpt(line, room.lineCharacters);
    return `${sign}${start}${remark === null ? '' : '…'}`;
  });
  const more = own.length - told.length;
  return more === 0 ? told : [...told, `${sign}… and ${counted(more, 'more line')}`];
}

/** Warnings stay in sight, below the figures; what else the decision rests on is folded. */
function buildBasis(suite: SuiteReport, rank: number, room: Room): Part[] {
  const warnings = renderWarnings(suite);
  const basis = suite.kind === 'evaluated' ? renderBasis(suite, room) : '';
  const measured = renderMeasurements(suite);
  return [
    ...(measured === '' ? [] : [createBlock(rank, () => measured)]),
    ...(warnings === '' ? [] : [createBlock(rank, () => warnings)]),
    ...(basis === '' ? [] : [createFold('How this was decided', [createBlock(rank, () => basis)])]),
  ];
}

/** One list item a note; a long list is counted. */
export function buildNotes(notes: readonly string[], rank: number, room: Room): Part[] {
  if (notes.length === 0) return [];
  return [createBlock(rank, () => `**Notes**\n\n${renderLines(notes, { noun: 'note', room })}`)];
}

function buildIdentical(suite: SuiteReport, rank: number, homeUrl: string | null): Part[] {
  const line = renderIdenticalAnswers(suite);
  if (line === null) return [];
  const page = homeUrl === null ? null : renderLink('What to check', `${homeUrl}/docs/${IDENTICAL_PAGE}`);
  return [createBlock(rank, () => [formattedLine(line), ...(page === null ? [] : [`${page}.`])].join(' '))];
}

function renderLines(
  all: readonly string[],
  { noun, room }: { readonly noun: string; readonly room: Room },
): string {
  const lines = all.slice(0, room.listed).map((line) => `- ${formattedLine(line)}`);
  const more = all.length - lines.length;
  if (more > 0) lines.push(`- ${counted(more, `more ${noun}`)}.`);
  return lines.join('\n');
}

function buildEvaluated(suite: EvaluatedSuite, context: SuiteContext): Part[] {
  const alert = buildBaselineAlert(suite, context);
  if (!hasFigures(suite)) return [...alert, ...buildFailures(suite, context)];
  if (suite.comparison.comparability.status === 'incomparable') return alert;
  const figures = buildFigures(suite, context);
  if (suite.decision.outcome !== 'inconclusive') return [...alert, ...figures];
  return [...alert, createFold('What was measured; too little for a decision', figures)];
}

function buildBaselineAlert(suite: EvaluatedSuite, { rank }: SuiteContext): Part[] {
  const { baseline } = suite;
  if (!needsAlert(suite)) return [];
  const kind = baseline.kind === 'none' && baseline.reason !== 'absent' ? 'NOTE' : 'WARNING';
  const line = () => `> [!${kind}]\n> ${formattedLine(renderAlert(baseline))}`;
  return [createBlock(rank('decision', 1), line)];
}

function buildFailures(suite: EvaluatedSuite, { rank, room }: SuiteContext): Part[] {
  const failures = renderFailures(failuresToTell(suite, room), room);
  const said = [
    ...(failures.length === 0 ? [] : [`**Without a score**\n\n${failures.join('\n')}`]),
    ...(suite.head.stopped === null ? [] : [renderMeasured(suite.comparison)]),
  ];
  return said.length === 0 ? [] : [createBlock(rank('table'), () => said.join('\n\n'))];
}

function renderAlert(baseline: BaselineUsed): string {
  if (baseline.kind === 'record') return `Old b${baseline.line.slice(1)}`;
  return capitalised(baseline.line);
}

/** The last baselines of a suite, newest first. */
function renderBaselines(rows: readonly BaselineRow[]): string {
  const scorers = [...new Set(rows.flatMap(({ means }) => [...means.keys()]))];
  const table = markdownTable(
    [
      ['commit', 'date', ...scorers.map((scorer) => codeSpan(scorer)), 'cases'],
      ...rows.map(({ commit, createdAt, means, cases }) => [
        codeSpan(shortCommit(commit)),
        createdAt.slice(0, 10),
        ...scorers.map((scorer) => means.get(scorer)?.toFixed(2) ?? '–'),
        String(cases),
      ]),
    ],
    { align: ['l', 'l', ...scorers.map(() => 'r'), 'r'], alignDelimiters: false },
  );
  return `**Last baselines**\n\n${table}`;
}
