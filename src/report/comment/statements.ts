import type { StatementChange } from '../../ports/comparison.js';
import { capitalised, nameOfChange } from '../case-changes.js';
import { renderCounted, renderList } from '../figures.js';
import { inlineText } from '../markdown/markdown.js';
import type { Room, SuiteRoom } from './parts.js';

type Shown = Exclude<StatementChange['kind'], 'still-irrelevant'>;

const ORDER: readonly Shown[] = ['newly-irrelevant', 'lost', 'no-longer-irrelevant', 'stray'];

const ICONS: Readonly<Record<Shown, string>> = {
  'newly-irrelevant': '🔴',
  lost: '🟠',
  'no-longer-irrelevant': '🟢',
  stray: '⚪',
};

/** One list item a changed statement, worst kinds first; what was and is irrelevant is only counted. */
export function renderStatements(changes: readonly StatementChange[], room: SuiteRoom): string[] {
  const { items } = room.words;
  const shown = ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
  const lines = shown.slice(0, room.statementsPerCase).map((change) => renderStatement(change, room));
  const rest = shown.slice(room.statementsPerCase);
  const still = changes.filter((change) => change.kind === 'still-irrelevant').length;
  const counts = [
    ...ORDER.map(
      (kind) =>
        [rest.filter((change) => change.kind === kind).length, `more ${nameOfChange(kind, items)}`] as const,
    ),
    [still, nameOfChange('still-irrelevant', items)] as const,
  ].filter(([count]) => count > 0);
  if (counts.length === 0) return lines;
  return [...lines, `- Not listed: ${renderList(counts.map(([count, words]) => `${count} ${words}`))}.`];
}

function renderStatement(change: StatementChange, room: SuiteRoom): string {
  const kind = change.kind as Shown;
  const what = `${ICONS[kind]} **${capitalised(nameOfChange(kind, room.words.items))}**`;
  const other = renderOther(change, room);
  const reason = inlineText(change.reason, room.lineCharacters);
  const why = reason === '' ? '' : ` — ${reason}`;
  return `- ${what}${renderRuns(change)}: “${inlineText(change.text, room.lineCharacters)}”${why}${other}`;
}

/** How often it was seen, where that is not simply always. */
function renderRuns({ kind, head, base }: StatementChange): string {
  const seen = kind === 'newly-irrelevant' || kind === 'stray' ? head : base;
  return seen.runs >= seen.of ? '' : ` (in ${seen.runs} of ${renderCounted(seen.of, 'run')})`;
}

/** The other side's wording, where the alignment is not sure enough to leave it out. */
function renderOther({ alignment, otherText, kind }: StatementChange, room: Room): string {
  if (alignment !== 'probably-reworded' || otherText === null) return '';
  const side = kind === 'lost' ? 'head' : 'base';
  return ` (probably reworded; ${side}: “${inlineText(otherText, room.lineCharacters)}”)`;
}
