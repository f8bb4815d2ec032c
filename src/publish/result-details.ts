import type { StatementChange } from '../model/comparison.js';
import type { Report, SuiteReport } from '../model/report.js';
import { isScored } from '../report/model/case-view.js';
import { renderLocalFix, renderLocalRemedy } from '../report/model/next-steps.js';
import { buildReportModel, type SuiteView } from '../report/model/report-model.js';
import { findSuiteWords, sortWorstFirst } from '../report/model/scores.js';
import { capitalize } from '../text/values.js';
import { normalizeWording } from '../text/words.js';
import { buildResultJson } from './result-json.js';
import { MAX_RESULT_CASES, type ResultJson, type SuiteDetails } from './result-schema.js';

type Change = SuiteDetails['changes'][number];
type ChangedLine = SuiteDetails['lines'][number];

/** The result with the texts that a person reads in the report, for a reader on the command line. */
export function buildDetailedResult(report: Report): ResultJson {
  const result = buildResultJson(report);
  const reports = sortWorstFirst(report.suites);
  return {
    ...result,
    suites: result.suites.map((suite, at) => {
      const own = reports[at];
      return own === undefined ? suite : { ...suite, details: buildDetails(own, report) };
    }),
  };
}

function buildDetails(suite: SuiteReport, report: Report): SuiteDetails {
  // Several scorers have a view each.
  const views = buildReportModel({ ...report, suites: [suite] }).suites;
  const steps = [...views.flatMap(({ step }) => renderLocalFix(step) ?? []), renderLocalRemedy(suite)];
  return {
    changes: views.flatMap(listChanges).slice(0, MAX_RESULT_CASES),
    answers: views
      .flatMap(({ worse }) => worse)
      .slice(0, MAX_RESULT_CASES)
      .map(({ id, input, name, reason }) => ({ id, question: input || name.question, reason })),
    lines: views.slice(0, 1).flatMap(listLines),
    alerts: [...new Set(views.flatMap(({ alerts, failures }) => [...alerts, ...failures]))],
    next: [...new Set(steps)]
      .filter((step) => step !== '')
      .map((step) => `${capitalize(step)}.`)
      .join(' '),
  };
}

const KINDS = {
  'newly-irrelevant': 'newly-irrelevant',
  stray: 'irrelevant-in-some-runs',
  'says-otherwise': 'contradicted',
  lost: 'lost',
  'partly-lost': 'partly-lost',
  'still-irrelevant': null,
  'no-longer-irrelevant': null,
} as const satisfies Record<StatementChange['kind'], Change['kind'] | null>;

/** A change of one case, with the wording that it shares with others. */
type CaseChange = Omit<Change, 'cases' | 'confirmed'> & {
  readonly id: string;
  readonly wording: string;
  /** `null` for what is no fact. */
  readonly isConfirmed: boolean | null;
};

function listChanges(view: SuiteView): readonly Change[] {
  const changes = [...listStatementChanges(view), ...listIrrelevant(view)];
  const groups = Map.groupBy(changes, ({ kind, wording }) => `${kind} ${wording}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [joinCases(first, others)]))
    .toSorted((a, b) => b.cases.length - a.cases.length);
}

function joinCases(first: CaseChange, others: readonly CaseChange[]): Change {
  const { scorer, kind, text, now, reason, isConfirmed } = first;
  const listIds = (changes: readonly CaseChange[]) => [...new Set(changes.map(({ id }) => id))];
  const all = [first, ...others];
  const confirmed = isConfirmed === null ? null : listIds(all.filter((each) => each.isConfirmed)).length;
  return { scorer, kind, text, now, reason, confirmed, cases: listIds(all).slice(0, MAX_RESULT_CASES) };
}

function listStatementChanges({ evaluated }: SuiteView): readonly CaseChange[] {
  if (evaluated === null) return [];
  const { pairs, wordings, scorer } = evaluated.comparison;
  return pairs.flatMap(({ id, delta, statements }) =>
    statements.flatMap((change): CaseChange[] => {
      const kind = KINDS[change.kind];
      const isHarmless = change.kind === 'stray' && (delta ?? 0) >= 0;
      if (kind === null || isHarmless) return [];
      const { text, otherText, reason, confirmed } = change;
      const isFact = kind === 'lost' || kind === 'partly-lost' || kind === 'contradicted';
      return [
        {
          scorer,
          kind,
          text,
          now: kind === 'contradicted' ? otherText : null,
          reason,
          isConfirmed: isFact ? confirmed === true : null,
          id,
          wording: wordings.get(text) ?? normalizeWording(text),
        },
      ];
    }),
  );
}

/** The irrelevant statements of answers that have no base. */
function listIrrelevant({ evaluated, worse }: SuiteView): readonly CaseChange[] {
  if (evaluated === null || evaluated.baseline.kind === 'record') return [];
  const { bad } = findSuiteWords(evaluated).items;
  return worse.filter(isScored).flatMap(({ id, diff, reason }) =>
    diff
      .filter(({ mark }) => mark === bad)
      .map(({ text }, at) => ({
        scorer: evaluated.comparison.scorer,
        kind: 'irrelevant' as const,
        text,
        now: null,
        // A case has the reason of its first statement.
        reason: at === 0 ? reason : '',
        isConfirmed: null,
        id,
        wording: normalizeWording(text),
      })),
  );
}

/** The lines that were tested, else those that probably did it; of several changes the first ones. */
function listLines({ evaluated, changed, alsoChanged }: SuiteView): readonly ChangedLine[] {
  const tested = (evaluated?.explanations ?? []).flatMap((explanation) => {
    if (explanation.kind === 'none') return [];
    const certainty = explanation.kind === 'named' ? ('tested' as const) : explanation.kind;
    return explanation.hunks.flatMap((hunk) =>
      hunk.lines.flatMap(({ path, line, removed, added }) => [
        ...removed.map((text) => ({ path, line, sign: '-' as const, text, certainty })),
        ...added.map((text, at) => ({ path, line: line + at, sign: '+' as const, text, certainty })),
      ]),
    );
  });
  const likely = new Set([...changed.likely, ...alsoChanged.flatMap((lines) => lines.likely)]);
  const others =
    tested.length > 0 ? alsoChanged.flatMap(({ lines }) => lines) : changed.lines.slice(0, changed.shown);
  const probable = others.map((line): ChangedLine => {
    const { path, newNumber, sign, text } = line;
    return { path, line: newNumber, sign, text, certainty: likely.has(line) ? 'probable' : 'changed' };
  });
  const all = [...tested, ...probable];
  return [
    ...new Map(all.map((line) => [`${line.path} ${line.line} ${line.sign}${line.text}`, line])).values(),
  ];
}
