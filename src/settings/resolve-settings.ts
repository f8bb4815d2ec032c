import { UserError } from '../ports/errors.js';
import type { Limits, Settings, StoreSettings, SuiteSettings } from '../ports/settings.js';
import { chooseSuites } from './choose-suites.js';
import type { ConfigFile } from './config-file.js';
import { DEFAULT_BRANCH, DEFAULT_LIMITS, DEFAULT_STORE_FOLDER } from './defaults.js';
import type { Overrides } from './overrides.js';
import { type ResolveRequest, resolveSuite } from './resolve-suite.js';

/**
 * Everything that a run is told, from inputs or flags, then the config file, then the defaults.
 * A missing key is no error here: it is found out when a call is due. Throws `UserError` with all problems that are not
 * those of some suites alone.
 */
export function resolveSettings(request: ResolveRequest): Settings {
  const { config, configPath, overrides, knownSuites = [] } = request;
  const chosen = chooseSuites({ config, configPath, overrides, knownSuites });
  const problems: string[] = [];
  const notices: string[] = [];
  if (
    overrides.model !== undefined &&
    chosen.length > 0 &&
    !chosen.some((suite) => 'prompt' in suite.target)
  ) {
    problems.push(
      'model: no suite has a prompt as its target, so there is no model to choose; remove the input.',
    );
  }
  const mistaken = new Map(config?.mistaken);
  if (overrides.suites !== undefined) {
    for (const name of mistaken.keys()) if (!overrides.suites.includes(name)) mistaken.delete(name);
  }
  const suites = chosen.flatMap((suite): readonly SuiteSettings[] => {
    try {
      const resolved = resolveSuite(suite, request);
      notices.push(...resolved.notices);
      return [resolved.suite];
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      mistaken.set(suite.name, thrown.problems);
      return [];
    }
  });
  if (problems.length > 0 || (suites.length === 0 && mistaken.size > 0)) {
    throw new UserError([...problems, ...[...mistaken.values()].flat()]);
  }
  return {
    suites,
    mistaken,
    limits: resolveLimits(config?.limits, overrides),
    store: resolveStore(request),
    baseline: overrides.baseline ?? { kind: 'auto' },
    publish: {
      comment: request.shell === 'cli' ? 'off' : (overrides.comment ?? 'update'),
      commentKey: overrides.commentKey ?? null,
      status: request.shell === 'cli' ? false : (overrides.status ?? true),
    },
    prices: config?.prices ?? {},
    notices,
  };
}

/**
 * Prompt files whose own `model` is needed, since neither inputs nor config file name one. The caller reads them and
 * hands their models to `resolveSettings`; the judge may default to one of them.
 */
export function promptFilesToRead(
  request: Pick<ResolveRequest, 'config' | 'configPath' | 'overrides' | 'knownSuites'>,
): readonly string[] {
  if (request.overrides.model !== undefined) return [];
  const suites = chooseSuites({ ...request, knownSuites: request.knownSuites ?? [] });
  const paths = suites.flatMap(({ target }) =>
    'prompt' in target && target.model === undefined ? [target.prompt] : [],
  );
  return [...new Set(paths)];
}

function resolveLimits(limits: ConfigFile['limits'], overrides: Overrides): Limits {
  return {
    maxConcurrency: limits?.['max-concurrency'] ?? DEFAULT_LIMITS.maxConcurrency,
    maxRetries: limits?.['max-retries'] ?? DEFAULT_LIMITS.maxRetries,
    timeoutMs: overrides.timeoutMs ?? limits?.timeout ?? DEFAULT_LIMITS.timeoutMs,
    requestTimeoutMs: limits?.['request-timeout'] ?? DEFAULT_LIMITS.requestTimeoutMs,
    maxCalls: overrides.maxCalls ?? limits?.['max-calls'] ?? DEFAULT_LIMITS.maxCalls,
    maxTokens: limits?.['max-tokens'] ?? DEFAULT_LIMITS.maxTokens,
  };
}

/** The branch can be reached with the job's token alone, so the command line keeps its baselines in a folder. */
function resolveStore({ config, overrides, shell }: ResolveRequest): StoreSettings {
  const given = config?.store;
  const text = given?.text ?? 'full';
  const folder = overrides.store ?? given?.file;
  if (folder !== undefined) return { kind: 'file', location: folder, text };
  const branch = given?.branch ?? DEFAULT_BRANCH;
  return shell === 'cli'
    ? { kind: 'file', location: DEFAULT_STORE_FOLDER, text }
    : { kind: 'branch', location: branch, text };
}
