import type { PairedCase, StatementChange } from '../model/comparison.js';
import { QUIET } from './case-changes.js';
import { countedRest, NAME_CHARACTERS, type Paint, renderCaseNames, shortened } from './console-parts.js';
import { renderCounted, renderScore } from './figures.js';

const MOST_SHARED = 8;
const MOST_CASES = 10;
const MOST_STATEMENTS = 8;

/** The same change of the same text in several cases: mostly what the new line of the prompt did. */
type Shared = { readonly change: StatementChange; readonly cases: readonly PairedCase[] };

/** The statements that changed: first those that several cases share, once each, then the others case by case. */
export function renderChangedStatements(pairs: readonly PairedCase[], paint: Paint): string[] {
  const shared = sharedChanges(pairs);
  const isShared = (change: StatementChange) => shared.has(keyOf(change));
  const most = [...shared.values()].sort((a, b) => b.cases.length - a.cases.length);
  const told = pairs
    .map((pair) => ({ pair, changes: changesOf(pair).filter((change) => !isShared(change)) }))
    .filter(({ changes }) => changes.length > 0);
  return [
    ...most.slice(0, MOST_SHARED).flatMap((each) => renderShared(each, paint)),
    ...countedRest(most.length - MOST_SHARED, 'more statement', 'shared by several cases'),
    ...told.slice(0, MOST_CASES).flatMap(({ pair, changes }) => renderCase(pair, changes, paint)),
    ...countedRest(told.length - MOST_CASES, 'more case', 'with other statements'),
  ];
}

function sharedChanges(pairs: readonly PairedCase[]): ReadonlyMap<string, Shared> {
  const all = pairs.flatMap((pair) => changesOf(pair).map((change) => ({ change, pair })));
  const groups = [...Map.groupBy(all, ({ change }) => keyOf(change))].map(([key, found]) => {
    const cases = [...new Set(found.map(({ pair }) => pair))];
    return [key, { change: found[0]?.change, cases }] as const;
  });
  return new Map(
    groups.flatMap(([key, { change, cases }]) =>
      change === undefined || cases.length < 2 ? [] : [[key, { change, cases }] as const],
    ),
  );
}

function keyOf({ kind, text }: StatementChange): string {
  return `${kind} ${text}`;
}

function changesOf(pair: PairedCase): readonly StatementChange[] {
  return pair.statements.filter(({ kind }) => !QUIET.has(kind));
}

function renderShared({ change, cases }: Shared, paint: Paint): string[] {
  const where = ` in ${renderCounted(cases.length, 'case')}`;
  return [`  ${renderStatement(change, paint, where)}`, `      ${renderCaseNames(cases)}`];
}

function renderCase(pair: PairedCase, changes: readonly StatementChange[], paint: Paint): string[] {
  return [
    `  ${paint(shortened(pair.id, NAME_CHARACTERS), 'bold')} ${renderScore(pair.base)} → ${renderScore(pair.head)}`,
    ...changes.slice(0, MOST_STATEMENTS).map((change) => `    ${renderStatement(change, paint)}`),
    ...countedRest(changes.length - MOST_STATEMENTS, 'more statement', 'not listed').map(
      (line) => `  ${line}`,
    ),
  ];
}

function renderStatement(change: StatementChange, paint: Paint, where = ''): string {
  const colour = change.kind === 'no-longer-irrelevant' ? 'green' : 'red';
  const reason = change.reason === '' ? '' : ` — ${shortened(change.reason)}`;
  return `${paint(change.kind.replaceAll('-', ' '), colour)}${where}: “${shortened(change.text)}”${reason}`;
}
