import type { ShownAnswer } from '../../ports/comparison.js';
import type { JudgementFlag } from '../../ports/verdict.js';
import { counted } from '../../text/counts.js';
import { capitalised } from '../../text/values.js';
import {
  askedInstead,
  countByName,
  isAmong,
  nameOfChange,
  renderRuns,
  renderSharing,
  renderStatementCounts,
  type SharedChange,
  TOLD_KINDS,
  whyOfChange,
} from '../case-changes.js';
import { renderFirst, renderList } from '../figures.js';
import { codeSpan, excerpt, fence, formattedLine, inlineText } from '../markdown/markdown.js';
import type { ToldAnswers, ToldCase, ToldStatement } from '../told-case.js';
import { type Block, createBlock, type Room, type SuiteRoom } from './parts.js';

const FLAGS: Readonly<Record<JudgementFlag, string>> = {
  refusal: 'The head’s answer is a refusal.',
  'addresses-grader': 'The head’s answer speaks to its grader; that never counts as relevant.',
  empty: 'The head’s answer is empty.',
  'tool-calls-only': 'The head’s answer is tool calls only.',
};

/** A case with the statements that no other shares, and behind it, folded, its answers. */
export function buildCaseBlock(
  told: ToldCase,
  request: { case: number; answers: number; shared: readonly SharedChange[] },
  room: SuiteRoom,
): Block {
  const answers = createBlock(request.answers, () => renderAnswers(told.answers, room), {
    counts: 'answer',
  });
  return createBlock(request.case, () => renderCase(told, request.shared, room), {
    counts: 'case',
    behind: told.answers.length === 0 ? [] : [answers],
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

const MOST_SHARED_CASES = 10;

/** What several cases share, each told once with the cases' names. */
export function renderShared(shared: SharedChange, room: SuiteRoom): string {
  const { change, cases } = shared;
  const what = capitalised(nameOfChange(change, room.words.items));
  const names = renderFirst(cases, MOST_SHARED_CASES, nameCase);
  const reason = inlineText(whyOfChange(change), room.lineCharacters);
  return [
    `- ${ICONS[change.kind]} **${what}${renderSharing(shared, room.words.items)}**: “${inlineText(change.text, room.lineCharacters)}”${reason === '' ? '' : ` — ${reason}`}\\`,
    `  ${names}`,
  ].join('\n');
}

function nameCase(row: Pick<ToldCase, 'id' | 'input'>): string {
  const asked = askedInstead(row);
  return asked === null ? codeSpan(row.id) : inlineText(asked);
}

/** The key of each statement of these cases, to be copied, and what to do with it; empty where none has one. */
export function renderLabelKeys(cases: readonly ToldCase[], room: Room): string {
  const keyed = new Map(
    cases.flatMap((row) =>
      row.statements.flatMap(({ labelKey, text }) =>
        labelKey === undefined
          ? []
          : [
              [
                labelKey,
                `- ${codeSpan(labelKey)} ${nameCase(row)}: “${inlineText(text, room.lineCharacters)}”`,
              ],
            ],
      ),
    ),
  );
  if (keyed.size === 0) return '';
  const more = keyed.size - room.listed;
  return [
    'Is the judge wrong? `prompt-regression label --key <key> --as no` (or `yes`, `unsure`) writes your own verdict into your file of labels.\n',
    ...[...keyed.values()].slice(0, room.listed),
    ...(more > 0 ? [`- ${counted(more, 'more statement')}.`] : []),
  ].join('\n');
}

function renderCase(told: ToldCase, shared: readonly SharedChange[], room: SuiteRoom): string {
  const isShared = isAmong(shared);
  const own = told.statements.filter((change) => !isShared(change));
  const above = told.statements.filter(isShared);
  const counts = renderStatementCounts([{ statements: above }], room.words.items);
  const lines = [
    ...renderStatements(own, told.moved, room),
    ...counts.map((text) => `- Above, in several cases: ${text.replace(/^[^:]*: /, '')}`),
    ...(told.why === '' ? [] : [`- Why: ${inlineText(told.why, room.lineCharacters)}`]),
    ...told.flags.map((flag) => `- ${FLAGS[flag]}`),
  ];
  const title = renderCaseTitle(told, told.figures, room);
  return lines.length === 0 ? title : `${title}\n\n${lines.join('\n')}`;
}

function renderAsked(input: string, room: Room): string {
  return input.trim() === '' ? 'Asked: (empty)' : `Asked: ${inlineText(input, room.inputCharacters)}`;
}

/** Folded. */
function renderAnswers(answers: ToldAnswers, room: SuiteRoom): string {
  const sides = answers.map(([side, answer]) => renderAnswer(side, answer, room));
  const title = {
    Base: 'Answers of base and head',
    Head: 'Answers of base and head',
    'Both sides': 'Answer, the same on both sides',
    Answer: 'Answer',
  }[answers[0]?.[0] ?? 'Answer'];
  return `<details><summary>${title}</summary>\n\n${sides.join('\n\n')}\n\n</details>`;
}

function renderAnswer(side: string, answer: ShownAnswer | null, room: SuiteRoom): string {
  if (answer === null) return `**${side}**: the text was not kept.`;
  const who = `**${side}**${side === 'Both sides' ? '' : renderRun(answer, room)}`;
  if (answer.status === 'failed') {
    return `${who}: no answer. ${formattedLine(answer.message, room.lineCharacters)}`;
  }
  const tools = renderFirst(answer.toolCalls, room.listed, (name) => codeSpan(name));
  const called = tools === '' ? '' : `, called ${tools}`;
  if (answer.output.trim() === '') return `${who}${called}: no text`;
  const { text, remark } = excerpt(answer.output, room.answerCharacters);
  return `${who}${called}${remark === null ? '' : ` (${remark})`}\n\n${fence(text)}`;
}

/** Where a case ran several times: `, run 2 of 3 (1.00)`. */
function renderRun({ run }: ShownAnswer, { words }: SuiteRoom): string {
  if (run === undefined) return '';
  const score = run.score === null ? '' : ` (${words.score(run.score)})`;
  return `, run ${run.number} of ${run.of}${score}`;
}

const ICONS: Readonly<Record<ToldStatement['kind'], string>> = {
  'newly-irrelevant': '🔴',
  irrelevant: '🔴',
  unsure: '🟡',
  'says-otherwise': '🟠',
  lost: '🟠',
  'partly-lost': '🟡',
  'no-longer-irrelevant': '🟢',
  stray: '⚪',
  'still-irrelevant': '⚪',
};

/** One list item a changed statement, worst kinds first; what was and is irrelevant is only counted, where anything else tells why a score moved. */
function renderStatements(changes: readonly ToldStatement[], moved: boolean, room: SuiteRoom): string[] {
  const { items } = room.words;
  const telling = TOLD_KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind));
  const isBare = moved && telling.length === 0;
  const shown = isBare ? changes : telling;
  const lines = shown.slice(0, room.statementsPerCase).map((change) => renderStatement(change, room));
  const rest = shown.slice(room.statementsPerCase);
  const still = isBare ? [] : changes.filter((change) => change.kind === 'still-irrelevant');
  const counts = [
    ...countByName(rest, items).map((count) => count.replace(' ', ' more ')),
    ...countByName(still, items),
  ];
  return counts.length === 0 ? lines : [...lines, `- Not listed: ${renderList(counts)}.`];
}

function renderStatement(change: ToldStatement, room: SuiteRoom): string {
  const what = `${ICONS[change.kind]} **${capitalised(nameOfChange(change, room.words.items))}**`;
  const other = renderOther(change, room);
  const reason = inlineText(whyOfChange(change), room.lineCharacters);
  const why = reason === '' ? '' : ` — ${reason}`;
  return `- ${what}${renderRuns(change)}: “${inlineText(change.text, room.lineCharacters)}”${why}${other}`;
}

/** What is told otherwise, in the head's words. */
function renderOther({ otherText, kind }: ToldStatement, room: Room): string {
  if (kind !== 'says-otherwise' || otherText === null) return '';
  return ` (now: “${inlineText(otherText, room.lineCharacters)}”)`;
}
