import type { Decision, Remedy } from '../../ports/decision.js';
import { counted } from '../../text/counts.js';
import { cutText } from '../../text/values.js';
import { asClause, CHANCE_AT_END, NO_PROOF_AT_END } from './gate-words.js';
import type { BaselineResult, Inconclusive } from './inconclusive.js';
import type { GateFacts, RuleResult } from './rule.js';

/** GitHub refuses a longer description of a commit status. */
export const STATUS_CHARACTERS = 140;

type Said = {
  readonly row: Pick<Decision, 'outcome' | 'because' | 'blocking'>;
  readonly inconclusive: Inconclusive | null;
  readonly results: readonly RuleResult[];
  readonly facts: GateFacts;
  readonly baseline: BaselineResult;
};

/** The decision in one line, for the head of the comment. */
export function buildHeadline(said: Said): string {
  const { row, inconclusive, results, baseline } = said;
  const failing = results.flatMap(({ because, finding }) => (because === null ? [] : (finding?.line ?? [])));
  if (row.outcome === 'inconclusive') {
    // Only what carries no score: a number beside "not decided" would be read as one.
    const silent = results.flatMap(({ because, finding }) =>
      because !== null && finding?.rule === 'errors' ? finding.line : [],
    );
    return [`Not decided: ${inconclusive?.cause ?? ''}.`, ...silent].join(' ');
  }
  const missing = baseline.missing ? [baseline.finding?.line ?? ''] : [];
  const mean = results.find((result) => result.mean !== undefined)?.finding?.line;
  if (row.outcome === 'fail') {
    // What would have failed the mean matters to nobody where something else did.
    const aside = mean === undefined ? [] : [mean.replace(NO_PROOF_AT_END, '')];
    const lines = new Set([...missing, ...failing, ...aside]);
    return sayChanceOnce(withThreshold([...lines], results)).join(' ');
  }
  if (mean !== undefined) return mean;
  const [without] = untested(results, 'mean');
  return [without ?? baseline.finding?.line ?? '', measured(said)].join(' ').trim();
}

/** Needless behind the fall of the same mean. */
const MEAN = /^Mean .+? (?=\d\S* is (?:below|above) the threshold )/u;

/** A fall and the threshold that it missed are one sentence, the fall first: it is what the change did. */
function withThreshold(lines: readonly string[], results: readonly RuleResult[]): readonly string[] {
  const fall = results.find(({ mean, because, finding }) => mean && (because !== null || finding?.unsettled));
  const floor = results.find(({ because }) => because === 'threshold');
  if (!fall?.finding || !floor?.finding) return lines;
  const [fell, missed] = [fall.finding.line, floor.finding.line];
  const chance = CHANCE_AT_END.exec(fell)?.[0] ?? '';
  const limit = missed.replace(MEAN, '');
  const apart = chance === '' || limit === missed;
  const both = apart ? [fell, missed] : [`${fell.slice(0, -chance.length - 1)}, and ${limit}${chance}`];
  const at = lines.findIndex((line) => line === fell || line === missed);
  return lines.flatMap((line, index) =>
    index === at ? both : line === fell || line === missed ? [] : [line],
  );
}

/** A chance that the next line ends with too is said there, for both. */
function sayChanceOnce(lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => {
    const chance = CHANCE_AT_END.exec(line)?.[0];
    return chance !== undefined && lines[index + 1]?.endsWith(chance) ? line.slice(0, -chance.length) : line;
  });
}

/** Why there is no test: of the mean, where there is a baseline that it could be held against; of the threshold, where one is set. */
function untested(results: readonly RuleResult[], of: 'mean' | 'floor'): readonly string[] {
  return results.flatMap(({ finding }) =>
    finding?.rule === of && finding.outcome === 'off' ? [finding.line] : [],
  );
}

/** The same for the commit status: at most 140 characters. */
export function buildShortLine({ row, inconclusive, results, facts, baseline }: Said): string {
  const aside = row.blocking ? '' : ' (not blocking)';
  if (row.outcome === 'inconclusive') {
    return shortNotDecided(inconclusive?.cause ?? '', `inconclusive${aside}`, inconclusive?.remedy);
  }
  const failing = results.filter(({ because }) => because !== null).map(({ short }) => short);
  if (row.outcome === 'fail') {
    const all = [...(baseline.missing ? ['no baseline'] : []), ...failing].join('; ');
    return cutText(row.blocking ? all : `${row.because[0]}${aside}: ${all}`, STATUS_CHARACTERS);
  }
  const mean = results.find((result) => result.mean !== undefined)?.short;
  if (mean !== undefined) return cutText(mean, STATUS_CHARACTERS);
  const isFirst = facts.baseline.kind === 'none' && facts.baseline.reason === 'first';
  const none = facts.baseline.kind !== 'none' ? '' : isFirst ? 'first baseline; ' : 'no baseline; ';
  const few = untested(results, 'mean').length > 0 ? ', too few cases to test it' : '';
  const tested =
    facts.baseline.kind !== 'none' || isFirst
      ? ''
      : facts.settings.threshold === null || untested(results, 'floor').length > 0
        ? '; nothing was tested'
        : '; only the threshold was tested';
  return cutText(`${none}${shortScore(facts)}${few}${tested}`, STATUS_CHARACTERS);
}

/** What helps, at the end of a commit status. */
export const SHORT_REMEDIES: Readonly<Record<Remedy, string>> = {
  'run-again': 're-run',
  'raise-limit': 'raise the limit',
  'mend-agent': 'see why the agent answers nothing',
  correct: 'fix it',
  'give-cases': 'add a case, or take the scorer out',
  'mend-access': 'fix it, then re-run',
  'change-judge': 'change the judge',
  'store-baseline': 'store the baseline again',
  'read-again': 're-run',
  'ask-base': 'see the report',
  'as-told': 'see the report',
};

/** A cause between its outcome and what to do about it, cut so that both stay. */
export function shortNotDecided(cause: string, outcome: string, remedy: Remedy = 'run-again'): string {
  const end = `; ${SHORT_REMEDIES[remedy]}`;
  const room = STATUS_CHARACTERS - outcome.length - end.length - 2;
  return `${outcome}: ${asClause(cause, room)}${end}`;
}

function measured({
  results,
  facts: { comparison, runs, settings, words, baseline },
}: Pick<Said, 'results' | 'facts'>): string {
  const { baseMean, headMean } = comparison;
  if (baseMean !== null && headMean !== null) {
    return `Mean ${words.name} ${words.move(baseMean, headMean)}.`;
  }
  const score = comparison.floorMean === null ? '' : ` ${words.score(comparison.floorMean)}`;
  const scored = comparison.headCases - comparison.unscored.length;
  const tested =
    settings.threshold === null
      ? 'With no threshold set, nothing was tested.'
      : (untested(results, 'floor')[0] ?? 'Only the threshold was tested.');
  const mean = `Mean ${words.name}${score} (${counted(scored, 'case')}, ${counted(runs, 'run')} each).`;
  return baseline.kind === 'none' && baseline.reason === 'first' ? mean : `${mean} ${tested}`;
}

function shortScore({ comparison, words }: GateFacts): string {
  const { floorMean } = comparison;
  return floorMean === null ? 'nothing scored' : `${words.name} ${words.score(floorMean)}`;
}
