import type { Report } from '../ports/report.js';
import { lacksBaseline } from '../report/decision-words.js';
import { howToGate, tellRemedy } from '../report/what-now.js';
import { type GivenFlag, renderCall } from '../settings/flags.js';
import { INPUTS } from '../settings/inputs/input-table.js';

const OF_ONE_RUN: ReadonlySet<string> = new Set(INPUTS.filter(({ once }) => once).map(({ name }) => name));

type Step = { readonly what: string; readonly call: string };

/** What to do after a run, each step with a command that can be pasted as it stands; empty where all is well. */
export function renderNextSteps(
  { suites, overall }: Report,
  from: {
    readonly program: string;
    readonly flags: readonly GivenFlag[];
    /** Number of cases that `--failed` would run. */
    readonly failed: number;
    /** True where the commit before this one can be held against it. */
    readonly hasParent: boolean;
  },
): string {
  const flags = from.flags.filter(({ name }) => !OF_ONE_RUN.has(name));
  const call = (...[command, ...more]: [Parameters<typeof renderCall>[1], ...string[]]) =>
    renderCall(from.program, command, flags, more);
  const watched = from.flags.some(({ name }) => name === 'watch');
  const shown = (name: string) => from.flags.some((flag) => flag.name === name);
  const some = suites.some((suite) => suite.kind === 'evaluated' && suite.head.subset !== undefined);
  const steps: Step[] = [];
  if (suites.some(({ decision: { findings } }) => findings.some(({ rule }) => rule === 'agreement'))) {
    steps.push({ what: 'See where the judge differs from your labels', call: call('judge-check') });
  } else if (overall.outcome === 'inconclusive') {
    const stores = suites.some(({ decision }) => decision.remedy === 'store-baseline');
    const remedies = new Set(suites.map(tellRemedy).filter((remedy) => remedy !== ''));
    const what = [...remedies].join(' ').replace(/\.$/, '') || 'To go on';
    steps.push({ what: `${what} (nothing is asked twice)`, call: call(stores ? 'baseline' : 'run') });
  } else if (from.failed > 0 && !shown('verbose')) {
    const cases = from.failed === 1 ? 'the worst case' : `the ${from.failed} worst cases`;
    steps.push({ what: `Look at ${cases}, in full`, call: call('run', '--failed', '--verbose') });
  }
  if (suites.some(lacksBaseline)) {
    steps.push({ what: 'To have something to compare with, before a change', call: call('baseline') });
    if (from.hasParent)
      steps.push({ what: 'Or compare with another commit', call: call('run', '--baseline', 'HEAD~1') });
  } else if (overall.because.includes('regression')) {
    steps.push({
      what: 'Accept it, if it is meant (on a pull request: the label `prompt-regression-accepted`)',
      call: call('baseline'),
    });
  }
  if (some && !watched) steps.push({ what: 'Run all cases', call: call('run') });
  const open = [...new Set(suites.map(howToGate))].flatMap((line) => (line === '' ? [] : [`${line}\n`]));
  const said = [...open, ...steps.map(({ what, call: line }) => `${what}:\n  ${line}\n`)];
  return said.length === 0 ? '' : `What now?\n${said.join('')}`;
}
