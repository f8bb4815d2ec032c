import { basename } from 'node:path';
import { parseLabels } from '../dataset/labels.js';
import { decideRecords, findMissingRuns, type RecordsDecision } from '../decide/decide-records.js';
import { scoreShownCases } from '../decide/report-cases.js';
import { openFolderTree, resolveFolder } from '../files/readers.js';
import { applyLabelsToRecord } from '../judging/apply-labels.js';
import type { ChosenBaseline } from '../model/baseline.js';
import { UserError } from '../model/errors.js';
import type { Note } from '../model/notes.js';
import type { Report } from '../model/report.js';
import { type RunRecord, SUBSET_IS_NO_BASELINE } from '../model/run-record.js';
import type { Suite } from '../model/suite.js';
import { NO_LABELS, type TeamLabels } from '../model/verdict.js';
import { compareAnswerCosts } from '../produce/spending.js';
import { buildPublication } from '../publish/publication.js';
import { publish } from '../publish/publish.js';
import { chooseExitCode } from '../session/exit-code.js';
import type { Overrides } from '../settings/overrides.js';
import { decideWithFacts } from './compare-facts.js';
import { createLocalOutlets, openOutput, renderLocal } from './local-session.js';
import { collectGates, readKnownSuite, readRecords } from './record-files.js';
import { createTerminalLog, shortenPath, type Terminal } from './terminal.js';

async function readFolderLabels(folder: string, { labels }: Suite): Promise<TeamLabels> {
  const text = labels === null ? null : await openFolderTree(folder).read(labels);
  return labels === null || text === null ? NO_LABELS : parseLabels(text, labels);
}

/** `compare base.json head.json`: compares two run records, without a call unless facts are to be compared. Throws `UserError`. */
export async function runCompare(
  paths: readonly string[],
  overrides: Overrides,
  terminal: Terminal,
): Promise<number> {
  const folder = await resolveFolder(terminal.cwd, overrides);
  const [given, other] = await readRecords('compare', folder, paths);
  if (given === undefined || other === undefined) throw new UserError('compare: two records are needed');
  if (given.subset !== undefined) {
    throw new UserError(`compare: ${paths[0]}: ${SUBSET_IS_NO_BASELINE}; give the record of a whole run`);
  }
  const suite = await readKnownSuite(folder, other.suite, overrides, terminal);
  const labels = suite === null ? NO_LABELS : await readFolderLabels(folder, suite);
  const applySuiteLabels = (record: RunRecord) =>
    suite === null ? record : applyLabelsToRecord(record, suite, labels);
  const base = applySuiteLabels(given);
  const baseline = describeBaseline(base, paths[0] ?? '');
  const scorers = collectGates(other, suite);
  const records = { scorers, head: applySuiteLabels(other), base, baseline };
  const { facts = false } = overrides;
  const { decided, head, lone } = facts
    ? await decideWithFacts(records, suite, { overrides, terminal })
    : decideRecords(records);
  if (head.cases.length === 0) {
    const suites = base.suite === head.suite ? '' : ` (suites ${base.suite} and ${head.suite})`;
    throw new UserError(`compare: ${paths.join(' and ')} have no case in common${suites}`);
  }
  const notices = listNotices({ head, base }, { suite, facts });
  const shown = collectLoneCases(head, lone, scorers);
  const { decision } = decided;
  const answerCosts = compareAnswerCosts(base, head, {});
  const report: Report = {
    suites: [
      {
        kind: 'evaluated',
        suite: head.suite,
        ...decided,
        shown,
        baseline,
        head,
        base,
        answerCosts,
        notes: [],
      },
    ],
    overall: decision,
    headSha: head.commit,
    runUrl: null,
    reportUrl: null,
    repositoryUrl: null,
    homeUrl: null,
    acceptable: false,
    notices,
  };
  const output = await openOutput(folder, { given: overrides.output, name: 'last-compare' });
  terminal.write(renderLocal(report, overrides, terminal));
  const redact = (text: string) => text;
  const local = { log: createTerminalLog(terminal, redact), redact };
  const publication = buildPublication({ report, records: [], fingerprints: null }, redact);
  const outlets = createLocalOutlets(local, { folder: output, headSha: head.commit });
  const { reportPath } = await publish(publication, outlets);
  if (reportPath !== null)
    terminal.writeError(`\nReport and comment: ${shortenPath(output, terminal.cwd)}\n`);
  return chooseExitCode({ kind: 'reported', suites: [decision.status] });
}

function listNotices(
  { head, base }: { readonly head: RunRecord; readonly base: RunRecord },
  { suite, facts }: { readonly suite: Suite | null; readonly facts: boolean },
): readonly Note[] {
  const needed = findMissingRuns(head, base);
  return [
    // A built-in judge compares no facts in a run either.
    ...(facts || head.judge.builtin ? [] : [{ kind: 'facts-not-compared' } as const]),
    ...(facts && needed !== null ? [{ kind: 'few-runs-for-facts', needed } as const] : []),
    ...(suite === null ? [{ kind: 'default-gate', suite: head.suite } as const] : []),
    ...(base.suite === head.suite
      ? []
      : [{ kind: 'two-suites', base: base.suite, head: head.suite } as const]),
  ];
}

function describeBaseline({ commit, createdAt }: RunRecord, path: string): ChosenBaseline {
  return { kind: 'record', commit, rule: 'given-record', createdAt, name: basename(path), stale: false };
}

/** The cases that only the head's record has. */
function collectLoneCases(
  head: RunRecord,
  lone: RecordsDecision['lone'],
  scorers: readonly { readonly name: string }[],
) {
  const record = { ...head, cases: lone.map(({ row }) => row) };
  const byScorer = scorers.map(({ name: scorer }) => ({
    scorer,
    cases: scoreShownCases(record, lone, { scorer, asBase: null }),
  }));
  return { record, spent: [], byScorer, waiting: 0 };
}
