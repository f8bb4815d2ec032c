import type { GateSettings } from '../../src/ports/decision.js';
import type { ScorerSettings } from '../../src/ports/settings.js';
import { aboutScorer } from '../../src/scorers/catalog.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';

/** A prebuilt scorer as a suite's settings have it, with its defaults where nothing else is said. */
export function createScorerSettings(
  id = 'answer-relevancy',
  given: {
    readonly options?: Readonly<Record<string, unknown>>;
    readonly gate?: Partial<GateSettings>;
    readonly name?: string;
  } = {},
): ScorerSettings {
  const options = aboutScorer(id)?.options.parse(given.options ?? {}) ?? {};
  return {
    name: given.name ?? id,
    use: { kind: 'prebuilt', id, options },
    gate: { ...DEFAULT_GATE, ...given.gate },
  };
}
