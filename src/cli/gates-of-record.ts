import type { RunRecord } from '../ports/run-record.js';
import type { ScorerSettings, SuiteSettings } from '../ports/settings.js';
import type { Overrides } from '../settings/overrides.js';
import { resolveGate } from '../settings/scorer-settings.js';

/**
 * The scorers of a record with their gates: the suite's where its settings are known, else those of flags and defaults.
 * A threshold that is given without a config file is the first scorer's.
 */
export function gatesOfRecord(
  record: RunRecord,
  suite: SuiteSettings | null,
  overrides: Overrides,
): readonly Pick<ScorerSettings, 'name' | 'gate'>[] {
  const { threshold: _, ...others } = overrides;
  return record.scorers.map(({ id: name }, index) => {
    const known = suite?.scorers.find((scorer) => scorer.name === name)?.gate;
    return { name, gate: known ?? resolveGate(undefined, index === 0 ? overrides : others) };
  });
}
