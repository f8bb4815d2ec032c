import type { Decision, RuleFinding } from '../../ports/decision.js';
import type { EvaluatedSuite, SuiteReport } from '../../ports/report.js';
import {
  HOW_TO_STORE,
  iconOfSuite,
  lacksBaseline,
  renderSmallestDrop,
  sortWorstFirst,
} from '../decision-words.js';
import { renderCounted, renderList } from '../figures.js';
import { isFurtherScore, nameOfScore, nounOf, wordsOfSuite } from '../list-scores.js';
import { formattedLine, inlineText } from '../markdown/markdown.js';
import type { Room } from './parts.js';

/** A longer first sentence is no headline. */
const LONGEST_TITLE = 140;
const LONGEST_NAME = 60;

const FINDING_ICONS: Readonly<Record<RuleFinding['outcome'], string>> = {
  holds: '✅',
  fails: '❌',
  warns: '⚠️',
  off: '⚪',
  inconclusive: '⚠️',
};

/** The decision of one suite: a heading that says it, then the rest of the line, then the rules that did not hold. */
export function renderHeadline(suite: SuiteReport, level: string, room: Room): string {
  const { decision } = suite;
  const { title, rest } = splitHeadline(decision);
  const quiet =
    decision.blocking || decision.outcome === 'pass' || decision.headline.includes('not blocking');
  const aside = quiet || title.includes('not blocking') ? '' : ' (not blocking)';
  const heading = `${level} ${iconOfSuite(suite)} ${inlineText(nameOfScore(suite), LONGEST_NAME)}: ${formattedLine(title)}${aside}`;
  const again = suite.kind === 'evaluated' ? (suite.lookedAgain ?? []) : [];
  const lines = [
    ...(lacksBaseline(suite) ? [['💡', HOW_TO_STORE] as const] : []),
    ...again.slice(0, room.listed).map((line) => ['🔁', line] as const),
    ...findingsShown(suite).map(({ outcome, line }) => [FINDING_ICONS[outcome], line] as const),
  ].map(([icon, line]) => `- ${icon} ${formattedLine(line, room.lineCharacters)}`);
  const seen =
    suite.kind === 'evaluated' && decision.mean !== null
      ? renderSmallestDrop(decision.mean, wordsOfSuite(suite))
      : '';
  const text = `${rest} ${seen}`.trim();
  const below = [text === '' ? '' : formattedLine(text, 2 * room.lineCharacters), lines.join('\n')];
  return [heading, ...below].filter((text) => text !== '').join('\n\n');
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
  const inconclusive = count('inconclusive');
  const total = renderCounted(suites.length, nounOf(suites));
  const parts = [
    ...(reviews === 0 ? [] : [`${reviews} of ${total} ${reviews === 1 ? 'needs' : 'need'} a person`]),
    ...(fails === 0 ? [] : [`${fails} of ${total} ${fails === 1 ? 'fails' : 'fail'}`]),
    ...(inconclusive === 0
      ? []
      : [`${inconclusive} of ${total} ${inconclusive === 1 ? 'is' : 'are'} inconclusive`]),
  ];
  const open = suites.find((suite) => iconOfSuite(suite) !== '✅');
  const icon = iconOfSuiteOr(worst?.decision.outcome === 'pass' ? open : worst);
  return `### ${icon} ${parts.length === 0 ? `All ${total} pass` : renderList(parts)}`;
}

/** The sign of the suite that needs attention most; without one all is well. */
function iconOfSuiteOr(suite: SuiteReport | undefined): string {
  return suite === undefined ? '✅' : iconOfSuite(suite);
}

/** First sentence and rest of the decision's line; a sentence too long for a title is cut there and told below. */
function splitHeadline(decision: Decision): { readonly title: string; readonly rest: string } {
  const line = decision.headline.replace(/\s+/g, ' ').trim();
  const [, first = line, rest = ''] = /^(.+?[^.])\. +(?=\p{Lu})(.+)$/u.exec(line) ?? [];
  const title = first.replace(/\.$/, '');
  return title.length <= LONGEST_TITLE ? { title, rest } : { title: cutAtWord(title), rest: line };
}

function cutAtWord(text: string): string {
  const start = text.slice(0, LONGEST_TITLE);
  const cut = start.replace(/\s+\S*$/u, '').replace(/[\ud800-\udbff]$/u, '');
  return `${cut.replace(/[,;:]$/, '')} …`;
}

/** What holds is said only beside what does not; what the headline says already is not said twice. */
function findingsShown(suite: SuiteReport): Decision['findings'] {
  const { findings, headline, outcome } = suite.decision;
  const alerted = suite.kind === 'evaluated' && needsAlert(suite);
  return findings.filter(
    (finding) =>
      !headline.includes(finding.line.replace(/^Not \w+: |\.$/g, '')) &&
      !(finding.rule === 'baseline' && (alerted || isFurtherScore(suite))) &&
      // That nothing was tested is what "not decided" says.
      !(finding.outcome === 'off' && outcome === 'inconclusive') &&
      (finding.outcome === 'holds' ? outcome === 'fail' : true),
  );
}

/** True where a reader must know of the baseline before any number. */
export function needsAlert(suite: EvaluatedSuite): boolean {
  const { baseline, decision } = suite;
  return (
    !isFurtherScore(suite) &&
    (baseline.kind !== 'record' || baseline.stale) &&
    !decision.headline.includes(baseline.line)
  );
}
