import type { SuiteSettings } from '../ports/settings.js';
import type { Anchor, PreparedSuite, SuiteRun } from '../ports/suite-run.js';
import type { SettingsOfBothSides } from '../settings/read-settings.js';
import type { Checkout } from './checkout.js';
import { prepareSuites } from './prepare-suites.js';

/** Every suite of a run with its two sides, read and checked. Throws `UserError` with all problems. */
export async function prepareRun(request: {
  readonly sides: SettingsOfBothSides;
  readonly checkout: Pick<Checkout, 'head' | 'prefix'>;
  readonly anchor: Anchor | null;
  /** Suites that are held against a stored record of their own, whatever the anchor is. */
  readonly unanchored?: ReadonlySet<string>;
  readonly purpose: SuiteRun['purpose'];
  readonly skipUnchanged: boolean;
}): Promise<readonly PreparedSuite[]> {
  const { sides, checkout, anchor, unanchored, purpose, skipUnchanged } = request;
  const { settings, base, headSuites } = sides;
  return prepareSuites(
    settings.suites.map((suite) => {
      const was = base?.suites.find((known) => known.name === suite.name) ?? suite;
      return {
        suite: purpose === 'baseline' ? withoutRegression(suite) : suite,
        baseTarget: was.target,
        baseDataset: was.dataset,
        onlyInBase: !headSuites.has(suite.name),
        changes: sides.changes.get(suite.name) ?? [],
        head: checkout.head,
        anchor: unanchored?.has(suite.name) ? null : anchor,
        choice: settings.baseline,
        purpose,
        skipUnchanged,
        prefix: checkout.prefix,
      };
    }),
  );
}

/** On the base branch a change is merged and decided: a fall is told there, and fails nobody. */
function withoutRegression(suite: SuiteSettings): SuiteSettings {
  const scorers = suite.scorers.map((scorer) => {
    const failOn = scorer.gate.failOn.filter((reason) => reason !== 'regression');
    return { ...scorer, gate: { ...scorer.gate, failOn } };
  });
  return { ...suite, scorers };
}
