import { normalPath } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import type { GateSettings, ScorerSettings } from '../model/suite.js';
import { aboutScorer } from '../scorers/catalog.js';
import { DEFAULT_ANSWER_TIMEOUT_MS, DEFAULT_GATE, DEFAULT_SCORERS, DEFAULT_WORKERS } from './defaults.js';
import {
  type ConfigScorer,
  type GateConfig,
  isOwnScorer,
  type OwnConfig,
  optionsInCode,
  scriptOf,
} from './scorer-config.js';

function resolveGate(gate: GateConfig): GateSettings {
  return {
    threshold: gate.threshold ?? DEFAULT_GATE.threshold,
    maxDrop: gate['max-drop'] ?? DEFAULT_GATE.maxDrop,
    caseDrop: gate['case-drop'] === undefined ? DEFAULT_GATE.caseDrop : gate['case-drop'],
    failOn: gate['fail-on'] ?? DEFAULT_GATE.failOn,
    onMissingBaseline: gate['on-missing-baseline'] ?? DEFAULT_GATE.onMissingBaseline,
  };
}

/**
 * The scorers of a suite, each with its own gate, otherwise the suite's. The suite's threshold is only for the first
 * scorer, since scores of two measures do not compare. Throws `UserError` if two would have the same name.
 */
export function resolveScorers(suite: {
  readonly name: string;
  readonly scorers?: readonly ConfigScorer[] | undefined;
  readonly gate?: GateConfig | undefined;
}): readonly ScorerSettings[] {
  const scorers = (suite.scorers ?? DEFAULT_SCORERS).map((given, index): ScorerSettings => {
    const config = typeof given === 'string' ? { gate: undefined } : given;
    const inherited = index === 0 ? suite.gate : { ...suite.gate, threshold: undefined };
    return { ...resolveUse(given), gate: resolveGate({ ...inherited, ...onlyGiven(config.gate) }) };
  });
  const repeated = scorers.filter(
    ({ name }, index) => scorers.findIndex((other) => other.name === name) < index,
  );
  if (repeated.length > 0) {
    throw new UserError(
      repeated.map(
        ({ name }) =>
          `scorers: suite \`${suite.name}\` has two scorers called ${JSON.stringify(name)}: give one of them another \`name\`.`,
      ),
    );
  }
  return scorers;
}

/** Without empty keys, which would hide inherited values. */
function onlyGiven(gate: GateConfig | undefined): GateConfig {
  return Object.fromEntries(Object.entries(gate ?? {}).filter(([, value]) => value !== undefined));
}

function resolveUse(given: ConfigScorer): Pick<ScorerSettings, 'name' | 'use'> {
  if (typeof given === 'string') {
    return isOwnScorer(given) ? ownScorer({ path: normalPath(given) }) : prebuilt(given, {});
  }
  if (isOwnConfig(given)) return ownScorer(given);
  const { id, name, gate: _, ...options } = given as Extract<ConfigScorer, { id: string }>;
  return prebuilt(id, options, name);
}

function isOwnConfig(given: Exclude<ConfigScorer, string>): given is OwnConfig {
  return !('id' in given);
}

function ownScorer(given: OwnConfig): Pick<ScorerSettings, 'name' | 'use'> {
  const { command, name, workers, timeout, env } = given;
  const path = given.path ?? normalPath(scriptOf(command ?? []) ?? '');
  return {
    name: name ?? nameOf(path),
    use: {
      kind: 'own',
      path,
      ...(command !== undefined && { command }),
      env: env ?? [],
      workers: workers ?? DEFAULT_WORKERS,
      timeoutMs: timeout ?? DEFAULT_ANSWER_TIMEOUT_MS,
    },
  };
}

/** `evals/my-scorer.ts` → `my-scorer`. */
function nameOf(path: string): string {
  const file = path.split('/').at(-1) ?? path;
  return file.replace(/\.\w+$/, '').replaceAll(/[^A-Za-z0-9._-]+/g, '-') || 'own-scorer';
}

function prebuilt(
  id: string,
  options: Readonly<Record<string, unknown>>,
  name?: string,
): Pick<ScorerSettings, 'name' | 'use'> {
  const about = aboutScorer(id);
  if (about === null) throw new Error(`the config schema let the scorer ${id} pass`);
  return {
    name: name ?? id,
    use: { kind: 'prebuilt', id, options: about.options.parse(optionsInCode(about, options)) },
  };
}
