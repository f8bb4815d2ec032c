import { parsePromptFile } from '../dataset/prompt-file.js';
import { openMissing } from '../files/missing-file.js';
import { findFormer } from '../files/renames.js';
import { normalPath } from '../files/suite-path.js';
import { UserError } from '../ports/errors.js';
import type { FileReader } from '../ports/files.js';
import type { Settings } from '../ports/settings.js';
import { applyBaseSettings, findSuite } from './authority.js';
import { nameOfPrompt } from './choose-suites.js';
import { type ConfigFile, parseConfig } from './config-file.js';
import { DEFAULT_CONFIG } from './defaults.js';
import type { Overrides } from './overrides.js';
import { providersOfInputs, withholdKeys } from './providers.js';
import { promptFilesToRead, resolveSettings } from './resolve-settings.js';
import { reviewTarget } from './review-change.js';

export type SettingsOfBothSides = {
  /** What decides: gate, judge, scorers and watch list of the base, target and dataset of the head. */
  readonly settings: Settings;
  /** The base's own settings; `null` where the base has no readable config, or there is no base. */
  readonly base: Settings | null;
  /** Path of the head's config file; `null` where it has none. */
  readonly configPath: string | null;
  /** Names of the suites that the head has; the others are only the base's. */
  readonly headSuites: ReadonlySet<string>;
  /** By suite: what the head changes and what counts only after the merge, one line each. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
  /** By suite: why a person has to look, one phrase each without a full stop. */
  readonly review: ReadonlyMap<string, readonly string[]>;
};

export type SettingsRequest = {
  readonly head: FileReader;
  readonly base: FileReader | null;
  /** True on the base branch itself: what was merged holds, and may name addresses for keys. */
  readonly merged?: boolean;
  readonly overrides: Overrides;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly shell: 'action' | 'cli';
};

/** Reads the config file of both sides and resolves what holds. Throws `UserError` with every problem of the head's. */
export async function readSettings(given: SettingsRequest): Promise<SettingsOfBothSides> {
  const { head, base, merged = false, shell } = given;
  const path = given.overrides.config ?? DEFAULT_CONFIG;
  const headConfig = await readConfig(head, path);
  const unreadable: string[] = [];
  /** What cannot be read of the base decides nothing, and nothing of the head may decide in its place. */
  async function readBase<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      unreadable.push(tellUnreadable(thrown.problems.join('; ')));
      return null;
    }
  }
  const baseConfig = base === null ? null : await readBase(() => readConfig(base, path));
  // A suite of the workflow's inputs needs no config file: one that the pull request adds is a change like any other.
  const { prompt } = given.overrides;
  const isAtBase = base !== null && prompt !== undefined && (await base.read(prompt, 'anything')) !== null;
  const former =
    base === null || prompt === undefined || isAtBase
      ? null
      : await findFormer(normalPath(prompt), { head, base });
  const byInputs = isAtBase || former !== null;
  const overrides = keepName(given.overrides, former);
  const request = { ...given, overrides };
  if (headConfig === null && baseConfig === null && overrides.config !== undefined) {
    throw new UserError(
      `config: the ${head.name} has no file ${JSON.stringify(path)}; name an existing config file, or leave it out and give one suite by \`prompt\` and \`dataset\`.`,
    );
  }
  const baseSettings =
    base === null || unreadable.length > 0 || (baseConfig === null && !byInputs)
      ? null
      : await readBase(() => resolve(baseConfig, base, suiteNames(headConfig), withPrompt(request, former)));
  const ofHead =
    // The head took the config file away: every suite of the base still runs.
    headConfig === null && baseConfig !== null && baseSettings !== null
      ? { ...baseSettings, suites: [], mistaken: new Map() }
      : await resolve(headConfig, head, suiteNames(baseConfig), request);
  // A base without a readable config names no address: then the head's count. A fork's run has no keys.
  const trusted = [
    ...providersOfInputs(request),
    ...(baseSettings ?? ofHead).suites.flatMap(({ provider, judge }) => [provider, judge.provider]),
  ];
  // On a developer's machine config and key are the same person's.
  const headSettings = merged || shell === 'cli' ? ofHead : withholdKeys(ofHead, trusted);
  const applied = applyBaseSettings(headSettings, baseSettings);
  const review = new Map<string, readonly string[]>();
  for (const { name } of applied.settings.suites) {
    const now = findSuite(headSettings, name);
    const was = baseSettings === null ? undefined : findSuite(baseSettings, name);
    const target =
      now === undefined || was === undefined || base === null
        ? []
        : await reviewTarget(now, was, { head, base });
    const ofSuite = baseSettings?.mistaken.get(name)?.join('; ');
    const reasons = [...unreadable, ...(ofSuite === undefined ? [] : [tellUnreadable(ofSuite)]), ...target];
    if (reasons.length > 0) review.set(name, reasons);
  }
  const renamed = tellKeptName(given.overrides, overrides);
  return {
    ...applied,
    changes: renamed === null ? applied.changes : addLine(applied.changes, renamed),
    base: baseSettings,
    configPath: headConfig === null ? null : path,
    review,
    headSuites: new Set(
      applied.settings.suites.map(({ name }) => name).filter((name) => findSuite(headSettings, name)),
    ),
  };
}

function tellUnreadable(problems: string): string {
  return `the base's config cannot be read, so the pull request's own settings were used to measure: ${problems}`;
}

/** A suite that is named after its prompt file keeps the name while that is renamed: with it status, comment and baseline. */
function keepName(overrides: Overrides, former: string | null): Overrides {
  return former === null || overrides.suites !== undefined
    ? overrides
    : { ...overrides, suites: [nameOfPrompt(former)] };
}

type Told = { readonly suite: string; readonly line: string };

function tellKeptName({ prompt, suites }: Overrides, kept: Overrides): Told | null {
  const [suite] = kept.suites ?? [];
  const after = nameOfPrompt(prompt ?? '');
  if (suites !== undefined || suite === undefined || suite === after) return null;
  const line = `its prompt file is renamed, and suite and status keep their name here; give the input \`suite: ${suite}\`, or both are called \`${after}\` after the merge`;
  return { suite, line };
}

function addLine(
  changes: ReadonlyMap<string, readonly string[]>,
  { suite, line }: Told,
): ReadonlyMap<string, readonly string[]> {
  return new Map([...changes, [suite, [...(changes.get(suite) ?? []), line]]]);
}

/** The request of a side where the prompt of the inputs has another path; the suite is the same one. */
function withPrompt(request: SettingsRequest, prompt: string | null): SettingsRequest {
  const { overrides } = request;
  return prompt === null ? request : { ...request, overrides: { ...overrides, prompt } };
}

async function readConfig(reader: FileReader, path: string): Promise<ConfigFile | null> {
  const text = await reader.read(path);
  return text === null ? null : parseConfig(text, path);
}

async function resolve(
  config: ConfigFile | null,
  reader: FileReader,
  knownSuites: readonly string[],
  { overrides, env, shell }: SettingsRequest,
): Promise<Settings> {
  const configPath = config === null ? null : (overrides.config ?? DEFAULT_CONFIG);
  const promptModels = new Map<string, string | null>();
  const prompts = promptFilesToRead({ config, configPath, overrides, knownSuites });
  for (const path of prompts) {
    const text = await reader.read(path);
    if (text !== null) promptModels.set(path, parsePromptFile(text, path).model);
  }
  const missing = promptModels.size < prompts.length;
  return resolveSettings({
    ...{ config, configPath, overrides, env, shell, promptModels, knownSuites },
    ...(missing && { tellMissing: await openMissing(reader, configPath) }),
  });
}

function suiteNames(config: ConfigFile | null): readonly string[] {
  return [...(config?.suites ?? []).map((suite) => suite.name), ...(config?.mistaken?.keys() ?? [])];
}
