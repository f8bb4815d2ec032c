import { parsePromptFile } from '../dataset/prompt-file.js';
import { createMissingFileMessage } from '../files/missing-file.js';
import { normalizePath } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import type { ReviewReason, SettingsChange } from '../model/notes.js';
import { omitKeys } from '../model/omit-keys.js';
import type { FileReader } from '../model/repository.js';
import type { Settings, Suite } from '../model/suite.js';
import { describeTarget } from '../model/target-settings.js';
import { applyBaseSettings, findSuite } from './authority.js';
import { type ConfigFile, parseConfig } from './config-file.js';
import { DEFAULT_CONFIG } from './defaults.js';
import { blockKeys, listKeyPlaces, refuseProgramsWithLogin } from './keys.js';
import type { Overrides } from './overrides.js';
import { chooseSuites, createNothingToRunError, resolveSettings } from './resolve-settings.js';

export type SettingsOfBothSides = {
  /** The effective settings: gate, judge, scorers and watch list of the base, target and dataset of the head. */
  readonly settings: Settings;
  /** The base's own settings; `null` if the base has no readable config, or there is no base. */
  readonly base: Settings | null;
  /** Path of the head's config file; `null` if it has none. */
  readonly configPath: string | null;
  /** The head's own suites by name; the others are only the base's. */
  readonly headSuites: ReadonlyMap<string, Suite>;
  readonly changes: ReadonlyMap<string, readonly SettingsChange[]>;
  readonly review: ReadonlyMap<string, readonly ReviewReason[]>;
};

export type SettingsRequest = {
  readonly head: FileReader;
  /** Default: there is none. */
  readonly base?: FileReader | null;
  /** True on the base branch itself: merged settings count, and may name addresses for keys. */
  readonly merged?: boolean;
  /**
   * Files whose config names the addresses for keys. Default: the base's. With it, the base may be a stranger's too.
   */
  readonly trusted?: FileReader;
  readonly overrides: Overrides;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shell: 'action' | 'cli';
};

/** Reads both sides' config files and resolves the effective settings. */
export async function readSettings(request: SettingsRequest): Promise<SettingsOfBothSides> {
  const { head, merged = false } = request;
  const path = request.overrides.config ?? DEFAULT_CONFIG;
  const headConfig = await readConfig(head, path);
  const {
    config: baseConfig,
    settings: baseSettings,
    unreadable,
  } = await readBase(path, headConfig, request);
  const headSettingsAsWritten = await resolveHead({ headConfig, baseConfig, baseSettings, path }, request);
  const trusted = await readTrusted({ base: baseSettings, head: headSettingsAsWritten }, request);
  const headSettings = merged ? headSettingsAsWritten : blockKeys(headSettingsAsWritten, trusted);
  const base = baseSettings && request.trusted ? blockKeys(baseSettings, trusted) : baseSettings;
  const applied = applyBaseSettings(headSettings, base);
  refuseProgramsWithLogin([
    ...applied.settings.suites,
    ...headSettingsAsWritten.suites,
    ...(baseSettings?.suites ?? []),
  ]);
  const sides = { head: headSettings, base, unreadable };
  const names = applied.settings.suites.map(({ name }) => name);
  return {
    ...applied,
    base,
    configPath: headConfig === null ? null : path,
    review: await reviewSuites(names, sides, request),
    headSuites: new Map(headSettings.suites.map((suite) => [suite.name, suite])),
  };
}

/** The addresses that keys may be sent to, each with its key. */
async function readTrusted(
  sides: { readonly base: Settings | null; readonly head: Settings },
  request: SettingsRequest,
): Promise<Parameters<typeof blockKeys>[1]> {
  const { trusted, env } = request;
  const listPlaces = ({ suites }: Settings) =>
    suites.flatMap(({ provider, judge }) => [provider, judge.provider]);
  // Without a readable base config, the head's addresses count. A fork's run has no keys.
  if (trusted === undefined) return listPlaces(sides.base ?? sides.head);
  const overrides = omitKeys(request.overrides, 'suites');
  const providerPlaces = listKeyPlaces(env);
  try {
    const config = await readConfig(trusted, overrides.config ?? DEFAULT_CONFIG);
    if (config === null) return providerPlaces;
    return [
      ...providerPlaces,
      ...listPlaces(await resolveConfig(config, trusted, null, { ...request, overrides })),
    ];
  } catch (thrown) {
    if (thrown instanceof UserError) return providerPlaces;
    throw thrown;
  }
}

async function reviewSuites(
  names: readonly string[],
  sides: {
    readonly head: Settings;
    readonly base: Settings | null;
    readonly unreadable: BaseConfig['unreadable'];
  },
  { head, base = null }: SettingsRequest,
): Promise<ReadonlyMap<string, readonly ReviewReason[]>> {
  const review = new Map<string, readonly ReviewReason[]>();
  for (const name of names) {
    const headSuite = findSuite(sides.head, name);
    const baseSuite = sides.base === null ? undefined : findSuite(sides.base, name);
    const isOnBoth = headSuite !== undefined && baseSuite !== undefined && base !== null;
    const target = isOnBoth ? await reviewTarget(headSuite, baseSuite, { head, base }) : [];
    const problems = sides.unreadable ?? sides.base?.invalid.get(name);
    const config = problems && [{ kind: 'unreadable-base', what: 'config', path: null, problems } as const];
    const reasons = [...(config ?? []), ...target];
    if (reasons.length > 0) review.set(name, reasons);
  }
  return review;
}

type BaseConfig = {
  readonly config: ConfigFile | null;
  readonly settings: Settings | null;
  /** Problems of the base's config; the head's config may then not decide instead. */
  readonly unreadable?: readonly string[] | undefined;
};

async function readBase(
  path: string,
  headConfig: ConfigFile | null,
  request: SettingsRequest,
): Promise<BaseConfig> {
  const { base = null } = request;
  let config: ConfigFile | null = null;
  try {
    config = base === null ? null : await readConfig(base, path);
    if (base === null || config === null) return { config, settings: null };
    return { config, settings: await resolveConfig(config, base, headConfig, request) };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return { config, settings: null, unreadable: thrown.problems };
  }
}

async function resolveHead(
  sides: {
    readonly headConfig: ConfigFile | null;
    readonly baseConfig: ConfigFile | null;
    readonly baseSettings: Settings | null;
    readonly path: string;
  },
  request: SettingsRequest,
): Promise<Settings> {
  const { headConfig, baseConfig, baseSettings, path } = sides;
  if (headConfig !== null) {
    if (listSuiteNames(headConfig).length + listSuiteNames(baseConfig).length === 0)
      throw createNothingToRunError(path, 'lists no suites');
    return await resolveConfig(headConfig, request.head, baseConfig, request);
  }
  if (baseSettings === null) throw createNothingToRunError(path, 'does not exist');
  // The head removed the config file, so every suite of the base still runs.
  return { ...baseSettings, suites: [], invalid: new Map() };
}

async function readConfig(reader: FileReader, path: string): Promise<ConfigFile | null> {
  const text = await reader.read(path);
  return text === null ? null : parseConfig(text, path);
}

async function resolveConfig(
  config: ConfigFile,
  reader: FileReader,
  other: ConfigFile | null,
  request: SettingsRequest,
): Promise<Settings> {
  const { overrides, env, shell } = request;
  const configPath = overrides.config ?? DEFAULT_CONFIG;
  const knownSuites = listSuiteNames(other);
  const chosen = chooseSuites(config, { wanted: overrides.suites, knownSuites });
  const prompts = chosen
    .map(({ target }) => target)
    .filter((target) => 'prompt' in target)
    .filter(({ model }) => model === undefined)
    .map(({ prompt }) => prompt);
  const promptModels = new Map<string, string | null>();
  for (const prompt of new Set(prompts)) {
    const text = await reader.read(prompt);
    if (text !== null) promptModels.set(prompt, parsePromptFile(text, prompt).model);
  }
  const missing = prompts.some((prompt) => !promptModels.has(prompt));
  return resolveSettings(chosen, {
    config,
    configPath,
    overrides,
    env,
    shell,
    promptModels,
    describeMissingFile: missing ? await createMissingFileMessage(reader, configPath) : undefined,
  });
}

function listSuiteNames(config: ConfigFile | null): readonly string[] {
  return [...(config?.suites ?? []).map((suite) => suite.name), ...(config?.invalid?.keys() ?? [])];
}

/** Another target needs review if no program can tell what its recorded answers or the unused prompt are worth. */
export async function reviewTarget(
  headSuite: Suite,
  baseSuite: Suite,
  files: { readonly head: FileReader; readonly base: FileReader },
): Promise<readonly ReviewReason[]> {
  const [headTarget, baseTarget] = [describeTarget(headSuite.target), describeTarget(baseSuite.target)];
  const recorded: readonly ReviewReason[] =
    baseTarget.live && !headTarget.live
      ? [{ kind: 'recorded-target', paths: headTarget.files.map(({ path }) => path) }]
      : [];
  const path = baseTarget.prompt === null ? null : normalizePath(baseTarget.prompt);
  if (path === null || (headTarget.prompt !== null && normalizePath(headTarget.prompt) === path))
    return recorded;
  const after = await files.head.read(path, 'anything');
  const before = await files.base.read(path, 'anything');
  // A symbolic link is listed but has no text. A program that follows it would read text that was not tested.
  const isThere = after !== null || (await files.head.paths?.())?.includes(path) === true;
  return isThere && before !== null && after !== before
    ? [{ kind: 'prompt-not-asked', path }, ...recorded]
    : recorded;
}
