import type { Comparison, LoneCase, PairedCase } from '../../ports/comparison.js';
import type { EvaluatedSuite } from '../../ports/report.js';
import { counted } from '../../text/counts.js';
import { capitalised } from '../../text/values.js';
import {
  type CaseChanges,
  isAmong,
  renderStatementCounts,
  type SharedChange,
  sharedChanges,
  sortCaseChanges,
  tellingChanges,
} from '../case-changes.js';
import { type ToldCase, tellLone, tellPair } from '../told-case.js';
import { buildCaseBlock, renderLabelKeys, renderShared } from './case-block.js';
import { buildMeanRow, renderCasesTable, renderLoneTable, renderSteadyTable } from './cases-table.js';
import { buildUnscored, renderLoneCases, renderNotScorable } from './lone-cases.js';
import {
  type Block,
  createBlock,
  createFold,
  createSection,
  type Part,
  type SuiteContext,
  type Tier,
} from './parts.js';

/**
 * Head against base: the table, then every case that changed. Without a base the lowest scores, and what is irrelevant in
 * those answers. Unfolded only what made the gate fail.
 */
export function buildFigures(suite: EvaluatedSuite, context: SuiteContext): Part[] {
  const { comparison, decision } = suite;
  const { rank, room, level } = context;
  const { words } = room;
  const alone = suite.baseline.kind === 'record' ? null : sortLone(comparison);
  const changes = sortCaseChanges(comparison, decision);
  const tell = (pairs: readonly PairedCase[]) => pairs.map((pair) => tellPair(pair, words));
  const low = alone?.filter(({ score }) => (score ?? 0) < 100).map((row) => tellLone(row, suite));
  const [worst, same, higher] = [low ?? tell(changes.lower), tell(changes.same), tell(changes.higher)];
  const titles =
    alone === null
      ? { title: 'Regressed', rest: `with a ${words.lower} score` }
      : { title: `${capitalised(words.lowest)} scores`, rest: `${words.below} ${words.score(100)}` };
  const shared = sharedChanges([...worst, ...same, ...higher], comparison);
  const silent = comparison.unscored.filter((row) => row.noLongerAnswers);
  const unscored = comparison.unscored.filter((row) => !row.noLongerAnswers && row.kind !== 'not-scorable');
  const lists = alone === null ? renderLoneCases(suite, room) : renderNotScorable(comparison, room);
  return [
    ...buildShared(
      shared.filter((each) => !isGood(each)),
      context,
    ),
    ...(alone === null ? buildTable(suite, changes, context) : buildLoneTable(suite, alone, context)),
    ...buildShared(shared.filter(isGood), context),
    createSection(
      `${level}# No longer answers`,
      buildUnscored(silent, (index) => rank('no-longer-answers', index), room),
    ),
    ...buildWorst(worst, titles, shared, suite, context),
    createFold(
      `${counted(same.length, 'case')} with the same score and other ${words.items.many}`,
      buildCases(same, { tier: 'statements', shared }, context),
    ),
    createFold(
      `${counted(higher.length, 'case')} with a ${words.higher} score`,
      buildCases(higher, { tier: 'improved', shared }, context),
    ),
    ...(lists.length === 0 ? [] : [createBlock(rank('lists'), () => lists.join('\n'))]),
    createFold(
      `${counted(unscored.length, 'case')} without a score`,
      buildUnscored(unscored, (index) => rank('unscored', index), room),
    ),
    ...buildLabelKeys([...worst, ...same, ...higher], context),
  ];
}

function buildLabelKeys(cases: readonly ToldCase[], { rank, room }: SuiteContext): Part[] {
  const keys = room.whole ? renderLabelKeys(cases, room) : '';
  if (keys === '') return [];
  return [createFold('Label these statements yourself', [createBlock(rank('answers'), () => keys)])];
}

/** Scored cases that have no base, lowest first. */
function sortLone({ added, edited }: Comparison): readonly LoneCase[] {
  return [...added, ...edited]
    .filter(({ score }) => score !== null)
    .sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
}

/** The worst first: those that made the gate fail in sight, the others folded. */
function buildWorst(
  cases: readonly ToldCase[],
  words: { readonly title: string; readonly rest: string },
  shared: readonly SharedChange[],
  { decision }: EvaluatedSuite,
  context: SuiteContext,
): Part[] {
  const isShared = isAmong(shared);
  // What a line above tells of several cases needs no block of its own for each of them.
  const isOwn = (told: ToldCase) => {
    const telling = tellingChanges(told);
    return telling.length === 0 || !telling.every(isShared);
  };
  const open = decision.outcome === 'fail' ? cases.filter(isOwn).slice(0, context.room.openCases) : [];
  const folded = cases.filter((told) => !open.includes(told));
  const blocks = buildCases([...open, ...folded], { tier: 'regressed', shared }, context);
  const more = counted(folded.length, open.length > 0 ? 'more case' : 'case');
  return [
    createSection(`${context.level}# ${words.title}`, blocks.slice(0, open.length)),
    createFold(`${more} ${words.rest}`, blocks.slice(open.length)),
  ];
}

/** The answers of the worst cases have their room beside them; all others wait until every case has its own. */
function buildCases(
  cases: readonly ToldCase[],
  { tier, shared }: { readonly tier: Tier; readonly shared: readonly SharedChange[] },
  { rank, room }: SuiteContext,
): Block[] {
  return cases.map((told, index) => {
    const own = rank(tier, index);
    const near = tier === 'regressed' && index < room.openCases;
    const answers = near ? own + 0.5 : rank('answers', index);
    return buildCaseBlock(told, { case: own, answers, shared }, room);
  });
}

/** Good news is no cause of anything, and follows the table. */
function isGood({ change }: SharedChange): boolean {
  return change.kind === 'no-longer-irrelevant';
}

/** Causes before cases: the same sentence in ten cases is one line. */
function buildShared(shared: readonly SharedChange[], { rank, room }: SuiteContext): Part[] {
  if (shared.length === 0) return [];
  const lines = () => {
    const told = shared.slice(0, room.statementsPerCase).map((each) => renderShared(each, room));
    const more = shared.length - told.length;
    return [
      ...told,
      ...(more > 0 ? [`- ${counted(more, 'more change')} shared by several cases.`] : []),
    ].join('\n');
  };
  return [createBlock(rank('table'), lines)];
}

function buildTable(suite: EvaluatedSuite, changes: CaseChanges, { rank, room }: SuiteContext): Part[] {
  const { lower, same, higher, unchanged } = changes;
  const level = [...same, ...unchanged];
  const moved = lower.length + higher.length;
  if (moved + level.length === 0) return [];
  const mean = buildMeanRow(suite, moved + level.length);
  const sentences = [
    `${counted(level.length, 'case')}, and no score changed.`,
    ...renderStatementCounts(same, room.words.items),
  ];
  const steady = createFold(`${counted(level.length, 'case')} with the same score`, [
    createBlock(rank('table'), () => renderSteadyTable(level, room)),
  ]);
  return [
    createBlock(rank('table'), () =>
      moved === 0 ? sentences.join(' ') : renderCasesTable({ mean, changes, room }),
    ),
    ...(room.whole && level.length > 0 ? [steady] : []),
  ];
}

function buildLoneTable(
  suite: EvaluatedSuite,
  cases: readonly LoneCase[],
  { rank, room }: SuiteContext,
): Part[] {
  if (cases.length === 0) return [];
  const mean = buildMeanRow(suite, cases.length);
  return [createBlock(rank('table'), () => renderLoneTable({ mean, cases, room }))];
}
