import type { Comparison, PairedCase, StatementChange } from '../ports/comparison.js';
import type { MeasureWords } from '../scorers/measure-words.js';
import {
  isAmong,
  nameOfChange,
  renderRuns,
  renderSharing,
  type SharedChange,
  sharedChanges,
  tellingChanges,
  whyOfChange,
} from './case-changes.js';
import { countedRest, NAME_CHARACTERS, type Paint, renderCaseNames, shortened } from './console-text.js';

const MOST_SHARED = 8;
const MOST_CASES = 10;
const MOST_STATEMENTS = 8;

type Telling = { readonly words: MeasureWords; readonly paint: Paint };

/** The statements that changed: first those that several cases share, once each, then the others case by case. */
export function renderChangedStatements(
  pairs: readonly PairedCase[],
  comparison: Pick<Comparison, 'wordings'>,
  words: MeasureWords,
  paint: Paint,
): string[] {
  const telling: Telling = { words, paint };
  const shared = sharedChanges(pairs, comparison);
  const isShared = isAmong(shared);
  const told = pairs
    .map((pair) => ({ pair, changes: tellingChanges(pair).filter((change) => !isShared(change)) }))
    .filter(({ changes }) => changes.length > 0);
  return [
    ...shared.slice(0, MOST_SHARED).flatMap((each) => renderShared(each, telling)),
    ...countedRest(shared.length - MOST_SHARED, `more ${words.items.one}`, 'shared by several cases'),
    ...told.slice(0, MOST_CASES).flatMap(({ pair, changes }) => renderCase(pair, changes, telling)),
    ...countedRest(told.length - MOST_CASES, 'more case', `with other ${words.items.many}`),
  ];
}

function renderShared(shared: SharedChange, telling: Telling): string[] {
  return [
    `  ${renderStatement(shared.change, telling, renderSharing(shared))}`,
    `      ${renderCaseNames(shared.cases)}`,
  ];
}

function renderCase(pair: PairedCase, changes: readonly StatementChange[], telling: Telling): string[] {
  const { words, paint } = telling;
  return [
    `  ${paint(shortened(pair.id, NAME_CHARACTERS), 'bold')} ${words.score(pair.base)} → ${words.score(pair.head)}`,
    ...changes.slice(0, MOST_STATEMENTS).map((change) => `    ${renderStatement(change, telling)}`),
    ...countedRest(changes.length - MOST_STATEMENTS, `more ${words.items.one}`, 'not listed').map(
      (line) => `  ${line}`,
    ),
  ];
}

function renderStatement(
  change: StatementChange,
  { words, paint }: Telling,
  where = renderRuns(change),
): string {
  const colour = change.kind === 'no-longer-irrelevant' ? 'green' : 'red';
  const why = whyOfChange(change);
  const reason = why === '' ? '' : ` — ${shortened(why)}`;
  return `${paint(nameOfChange(change, words.items), colour)}${where}: “${shortened(change.text)}”${reason}`;
}
