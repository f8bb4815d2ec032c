import type { Report, SuiteReport } from '../ports/report.js';
import { consoleLine, shortened } from './console-text.js';
import type { CaseView } from './model/case-view.js';
import { listNextSteps } from './model/next-steps.js';
import { listScores, sortWorstFirst } from './model/scores.js';
import { buildSuiteView, type SuiteView } from './model/suite-model.js';

export type Annotation = {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** Path from the repository's top; missing if it belongs to no file. */
  readonly file?: string;
  /** From 1; the first if it is missing. */
  readonly line?: number;
};

/** GitHub shows this many of each level per step, and drops the rest in silence. */
export const MOST_ANNOTATIONS = 10;
const WORST_CASES = 3;
const NAME_CHARACTERS = 80;
const MESSAGE_CHARACTERS = 500;

/**
 * One annotation per suite that does not simply pass; of a red one also its worst cases. Plain text. Beyond what GitHub
 * shows of a level, the last one says how many more there are.
 */
export function buildAnnotations(report: Report): readonly Annotation[] {
  const all = sortWorstFirst(listScores(report.suites)).flatMap((suite) => annotateSuite(suite, report));
  return (['error', 'warning'] as const).flatMap((level) => {
    const own = all.filter((annotation) => annotation.level === level);
    if (own.length <= MOST_ANNOTATIONS) return own;
    const shown = own.slice(0, MOST_ANNOTATIONS - 1);
    const title = `${own.length - shown.length} more`;
    return [...shown, { level, title, message: 'The job summary has the rest.' }];
  });
}

function annotateSuite(suite: SuiteReport, report: Report): readonly Annotation[] {
  const view = buildSuiteView(suite);
  if (view.look === 'pass') return [];
  const steps = listNextSteps({ ...report, suites: [suite] }).map(({ question, text }) =>
    question === null ? text : `${question} ${text}`,
  );
  const causes = view.causes.map(({ title, text }) => `${title}: “${text}”.`);
  const first: Annotation = {
    level: suite.decision.blocking ? 'error' : 'warning',
    title: `${shortened(view.name, NAME_CHARACTERS)}: ${consoleLine(view.result)}`,
    message: shortened([...view.alerts, ...causes, ...steps].join(' '), MESSAGE_CHARACTERS),
    ...placeOf(suite),
  };
  const cases = view.look === 'fail' ? view.worse.slice(0, WORST_CASES) : [];
  return [first, ...cases.map((each) => annotateCase(suite, view, each))];
}

/** A fall is shown at the file that changed, a mistake at its line. */
function placeOf(suite: SuiteReport): Pick<Annotation, 'file' | 'line'> {
  if (suite.kind === 'not-evaluated') return suite.place ?? {};
  const [file] = suite.kind === 'evaluated' ? (suite.changedFiles ?? []) : [];
  return file === undefined ? {} : { file };
}

/** A case is shown at its row of the dataset. */
function annotateCase(
  suite: SuiteReport,
  view: SuiteView,
  { id, name, base, head, delta, changes, reason }: CaseView,
): Annotation {
  const places = suite.kind === 'evaluated' ? suite.places : undefined;
  const line = places?.lines.get(id);
  const place = places === undefined || line === undefined ? placeOf(suite) : { file: places.file, line };
  const said = changes.map(({ sign, text }) => `${sign}${sign === '' ? '' : ' '}${text}`).join(' ');
  const message = [`${base} → ${head} (${delta}).`, said, reason].filter((part) => part !== '').join(' ');
  return {
    level: 'warning',
    title: shortened(`${view.name}: ${name.question}`, NAME_CHARACTERS),
    message: shortened(message, MESSAGE_CHARACTERS),
    ...place,
  };
}
