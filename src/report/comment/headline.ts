import type { Decision, RuleFinding } from '../../ports/decision.js';
import type { EvaluatedSuite, SuiteReport } from '../../ports/report.js';
import { counted } from '../../text/counts.js';
import { capitalised } from '../../text/values.js';
import { findingsShown, iconOfSuite, sortWorstFirst } from '../decision-words.js';
import { renderFirst, renderList } from '../figures.js';
import { nameOfScore, nounOf } from '../list-scores.js';
import { codeSpan, formattedLine, inlineText } from '../markdown/markdown.js';
import type { Room } from './parts.js';

/** A longer first sentence is no headline. */
const LONGEST_TITLE = 140;
/** A suite's name and its scorer's: neither is cut that the config lets pass. */
const LONGEST_NAME = 131;

const FINDING_ICONS: Readonly<Record<RuleFinding['outcome'], string>> = {
  holds: '✅',
  fails: '❌',
  warns: '⚠️',
  off: '⚪',
  inconclusive: '⚠️',
};

/**
 * The decision of one suite: a heading that says it, then the rest of the line, then what failed, then what changed. `named`
 * is false where it is that of the whole run.
 */
export function renderHeadline(
  suite: SuiteReport,
  { level, named, room }: { readonly level: string; readonly named: boolean; readonly room: Room },
): string {
  const { decision } = suite;
  const { title, rest } = splitHeadline(decision);
  const quiet =
    decision.blocking || decision.outcome === 'pass' || decision.headline.includes('not blocking');
  const aside = quiet || title.includes('not blocking') ? '' : ' (not blocking)';
  const heading = `${level} ${iconOfSuite(suite)} ${named ? `${inlineText(nameOfScore(suite), LONGEST_NAME)}: ` : ''}${formattedLine(title)}${aside}`;
  const below = [
    rest === '' ? '' : formattedLine(rest),
    renderFindings(suite, DECIDES),
    renderChangedFiles(suite, room),
  ];
  return [heading, ...below].filter((text) => text !== '').join('\n\n');
}

/** What a reader should know besides: one list item a warning. Empty without one. */
export function renderWarnings(suite: SuiteReport): string {
  return renderFindings(suite, ['warns']);
}

/** What the decision rests on: what was asked again and why, and the rules that held. */
export function renderBasis(suite: EvaluatedSuite, room: Room): string {
  const again = (suite.lookedAgain ?? []).slice(0, room.listed);
  return [...again.map((line) => `- 🔁 ${formattedLine(line)}`), renderFindings(suite, ['holds', 'off'])]
    .filter((line) => line !== '')
    .join('\n');
}

const DECIDES = ['fails', 'inconclusive'] as const;

function renderFindings(suite: SuiteReport, outcomes: readonly RuleFinding['outcome'][]): string {
  return findingsShown(suite)
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ outcome, line }) => `- ${FINDING_ICONS[outcome]} ${formattedLine(line)}`)
    .join('\n');
}

const MOST_FILES = 5;

function renderChangedFiles(suite: SuiteReport, room: Room): string {
  const files = suite.kind === 'evaluated' ? (suite.changedFiles ?? []) : [];
  if (files.length === 0) return '';
  const name = (path: string) => codeSpan(path, room.lineCharacters);
  return `Changed: ${renderFirst(files, MOST_FILES, name, 'watched file')}.`;
}

/** Several suites in one line: `❌ 1 of 3 suites needs a person`, `❌ 1 of 3 suites fails, 1 is inconclusive`. */
export function renderOverallHeadline(suites: readonly SuiteReport[]): string {
  const worst = sortWorstFirst(suites)[0];
  const count = (outcome: Decision['outcome']) =>
    suites.filter(({ decision }) => decision.outcome === outcome).length;
  const reviews = suites.filter(
    ({ decision }) => decision.outcome === 'fail' && decision.because.includes('review'),
  ).length;
  const fails = count('fail') - reviews;
  const unmeasured = suites.filter(({ kind }) => kind === 'not-evaluated').length;
  const inconclusive = count('inconclusive') - unmeasured;
  const total = counted(suites.length, nounOf(suites));
  const parts = [
    ...(reviews === 0 ? [] : [`${reviews} of ${total} ${reviews === 1 ? 'needs' : 'need'} a person`]),
    ...(fails === 0 ? [] : [`${fails} of ${total} ${fails === 1 ? 'fails' : 'fail'}`]),
    ...(inconclusive === 0
      ? []
      : [`${inconclusive} of ${total} ${inconclusive === 1 ? 'is' : 'are'} inconclusive`]),
    ...(unmeasured === 0
      ? []
      : [`${unmeasured} of ${total} ${unmeasured === 1 ? 'is' : 'are'} not evaluated`]),
  ];
  const open = suites.find((suite) => iconOfSuite(suite) !== '✅');
  const told = worst?.decision.outcome === 'pass' ? open : worst;
  return `### ${told === undefined ? '✅' : iconOfSuite(told)} ${parts.length === 0 ? allPass(suites.length, nounOf(suites)) : renderList(parts)}`;
}

function allPass(many: number, noun: string): string {
  return many === 2 ? `Both ${noun}s pass` : `All ${counted(many, noun)} pass`;
}

/** What a title ends with where the sentence is too long for one: before its list or its cause, not within what is quoted. */
const BEFORE_COLON = /^((?:[^“`]|“[^”]*”|`[^`]*`)+?): (.+)$/u;

/** The same behind the word for how it ended, which alone says little; four words and more are no file or setting. */
const BEFORE_SECOND_COLON =
  /^((?:Not \p{L}+|Needs a person): (?:[^\s:]+ ){3}(?:[^“`]|“[^”]*”|`[^`]*`)+?): (.+)$/u;

/** A full stop within brackets ends no sentence around them. */
const SENTENCE = /^((?:[^()]|\([^()]*\))+?(?<!\.))\. +(?=[\p{Lu}\d])(.+)$/u;

/** First sentence and rest of the decision's line; of a sentence too long for a title the cause stands below. */
function splitHeadline(decision: Decision): { readonly title: string; readonly rest: string } {
  const line = decision.headline.replace(/\s+/g, ' ').trim();
  const [, first = line, rest = ''] = SENTENCE.exec(line) ?? [];
  const title = first.replace(/\.$/, '');
  if (title.length <= LONGEST_TITLE) return { title, rest };
  const further = BEFORE_SECOND_COLON.exec(line);
  const parts = (further?.[1]?.length ?? Infinity) <= LONGEST_TITLE ? further : BEFORE_COLON.exec(line);
  const [, what = title, cause = ''] = parts ?? [];
  // A word of ours, not a path, a host or a name.
  if (what.length <= LONGEST_TITLE)
    return { title: what, rest: /^\p{L}+\s/u.test(cause) ? capitalised(cause) : cause };
  const start = cutAtWord(title);
  return { title: `${start.replace(/[,;:]$/, '')} …`, rest: `… ${line.slice(start.length).trim()}` };
}

/** The words that find room in a title; what stands between backticks is not torn apart. */
function cutAtWord(text: string): string {
  const start = text.slice(0, LONGEST_TITLE);
  const words = start.replace(/\s+\S*$/u, '').replace(/[\ud800-\udbff]$/u, '');
  const ticks = words.split('`').length - 1;
  const whole = ticks % 2 === 0 ? words : words.slice(0, words.lastIndexOf('`')).trimEnd();
  return whole === '' ? words : whole;
}
