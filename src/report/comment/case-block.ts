import type { PairedCase, ShownAnswer, StatementChange } from '../../ports/comparison.js';
import type { JudgementFlag } from '../../ports/verdict.js';
import { capitalised, countByName, nameOfChange, renderCaseRuns, renderRuns } from '../case-changes.js';
import { renderList } from '../figures.js';
import { excerpt } from '../markdown/excerpt.js';
import { codeSpan, fence, formattedLine, inlineText } from '../markdown/markdown.js';
import { type Block, createBlock, type Room, type SuiteRoom } from './parts.js';

const FLAGS: Readonly<Record<JudgementFlag, string>> = {
  refusal: 'The head’s answer is a refusal.',
  'addresses-grader': 'The head’s answer speaks to its grader; that never counts as relevant.',
  empty: 'The head’s answer is empty.',
  'tool-calls-only': 'The head’s answer is tool calls only.',
};

/** A case with its statements, and behind it, folded, its answers of base and head. */
export function buildCaseBlock(
  pair: PairedCase,
  ranks: { case: number; answers: number },
  room: SuiteRoom,
): Block {
  const hasAnswers = pair.baseAnswer !== null || pair.headAnswer !== null;
  const answers = createBlock(ranks.answers, () => renderAnswers(pair, room), { counts: 'answer' });
  return createBlock(ranks.case, () => renderCase(pair, room), {
    counts: 'case',
    behind: hasAnswers ? [answers] : [],
  });
}

/** Name, figures and what was asked, in two lines. */
export function renderCaseTitle(
  row: { readonly id: string; readonly input: string },
  figures: string,
  room: Room,
): string {
  return `**${codeSpan(row.id)} ${figures}**\\\n${renderAsked(row.input, room)}`;
}

function renderCase(pair: PairedCase, room: SuiteRoom): string {
  const { words } = room;
  const { from, to, delta } = words.figures(pair.base, pair.head);
  const figures = `${from} → ${to} (${delta})${renderCaseRuns(pair, words)}`;
  const flags = pair.flags.map((flag) => `- ${FLAGS[flag]}`);
  const why =
    words.judgesItems || pair.headReason === undefined
      ? []
      : [`- Why: ${inlineText(pair.headReason, room.lineCharacters)}`];
  const lines = [...renderStatements(pair.statements, room), ...why, ...flags];
  const title = renderCaseTitle(pair, figures, room);
  return lines.length === 0 ? title : `${title}\n\n${lines.join('\n')}`;
}

function renderAsked(input: string, room: Room): string {
  return input.trim() === '' ? 'Asked: (empty)' : `Asked: ${inlineText(input, room.inputCharacters)}`;
}

function renderAnswers(pair: PairedCase, room: Room): string {
  const { baseAnswer, headAnswer } = pair;
  const sides =
    baseAnswer !== null && headAnswer !== null && JSON.stringify(baseAnswer) === JSON.stringify(headAnswer)
      ? [renderAnswer('Both sides', headAnswer, room)]
      : [renderAnswer('Base', baseAnswer, room), renderAnswer('Head', headAnswer, room)];
  const title = sides.length === 1 ? 'Answer, the same on both sides' : 'Answers of base and head';
  return `<details><summary>${title}</summary>\n\n${sides.join('\n\n')}\n\n</details>`;
}

function renderAnswer(side: string, answer: ShownAnswer | null, room: Room): string {
  if (answer === null) return `**${side}**: the text was not kept.`;
  if (answer.status === 'failed') {
    return `**${side}**: no answer. ${formattedLine(answer.message, room.lineCharacters)}`;
  }
  const tools = answer.toolCalls.slice(0, room.listed).map((name) => codeSpan(name));
  const more = answer.toolCalls.length - tools.length;
  const called =
    tools.length === 0 ? '' : `, called ${tools.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  if (answer.output.trim() === '') return `**${side}**${called}: no text`;
  const { text, remark } = excerpt(answer.output, room.answerCharacters);
  return `**${side}**${called}${remark === null ? '' : ` (${remark})`}\n\n${fence(text)}`;
}

type Shown = Exclude<StatementChange['kind'], 'still-irrelevant'>;

const ORDER: readonly Shown[] = ['newly-irrelevant', 'lost', 'no-longer-irrelevant', 'stray'];

const ICONS: Readonly<Record<Shown, string>> = {
  'newly-irrelevant': '🔴',
  lost: '🟠',
  'no-longer-irrelevant': '🟢',
  stray: '⚪',
};

/** One list item a changed statement, worst kinds first; what was and is irrelevant is only counted. */
function renderStatements(changes: readonly StatementChange[], room: SuiteRoom): string[] {
  const { items } = room.words;
  const shown = ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
  const lines = shown.slice(0, room.statementsPerCase).map((change) => renderStatement(change, room));
  const rest = shown.slice(room.statementsPerCase);
  const still = changes.filter((change) => change.kind === 'still-irrelevant');
  const counts = [
    ...countByName(rest, items).map((count) => count.replace(' ', ' more ')),
    ...countByName(still, items),
  ];
  return counts.length === 0 ? lines : [...lines, `- Not listed: ${renderList(counts)}.`];
}

function renderStatement(change: StatementChange, room: SuiteRoom): string {
  const kind = change.kind as Shown;
  const what = `${ICONS[kind]} **${capitalised(nameOfChange(change, room.words.items))}**`;
  const other = renderOther(change, room);
  const reason = inlineText(change.reason, room.lineCharacters);
  const why = reason === '' ? '' : ` — ${reason}`;
  return `- ${what}${renderRuns(change)}: “${inlineText(change.text, room.lineCharacters)}”${why}${other}`;
}

/** The other side's wording, where the alignment is not sure enough to leave it out. */
function renderOther({ alignment, otherText, kind }: StatementChange, room: Room): string {
  if (alignment !== 'probably-reworded' || otherText === null) return '';
  const side = kind === 'lost' ? 'head' : 'base';
  return ` (probably reworded; ${side}: “${inlineText(otherText, room.lineCharacters)}”)`;
}
