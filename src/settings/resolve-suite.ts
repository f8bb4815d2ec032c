import type { NamedFile } from '../files/missing-file.js';
import { isPromptYaml } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import { BUILTIN_JUDGE } from '../model/judge.js';
import type { SelfJudgeNotice } from '../model/notes.js';
import type { ProviderSettings } from '../model/provider.js';
import type { JudgeSettings, ScorerSettings, Suite } from '../model/suite.js';
import { describeTarget } from '../model/target-settings.js';
import { acceptsLabels, hasBuiltinJudge, isJudgedScorer } from '../scorers/catalog.js';
import type { ConfigFile, ConfigSuite } from './config-file.js';
import { DEFAULT_BASELINE_REPEAT, DEFAULT_REPEAT } from './defaults.js';
import { type ProviderSources, resolveJudgeProvider, resolveTargetProvider } from './providers.js';
import { resolveScorers } from './scorer-config.js';
import { resolveTarget } from './target-config.js';
import { resolveWatch } from './watch-list.js';

export type ResolveRequest = ProviderSources & {
  readonly config: ConfigFile;
  readonly configPath: string;
  /** By prompt file, if the config names no model: the file's model, or `null`. */
  readonly promptModels?: ReadonlyMap<string, string | null>;
  readonly describeMissingFile?: ((file: NamedFile) => string) | undefined;
};

export function resolveSuite(
  suite: ConfigSuite,
  request: ResolveRequest,
): { readonly suite: Suite; readonly notices: readonly SelfJudgeNotice[] } {
  const { overrides, configPath, config } = request;
  const target = resolveTarget(suite.target);
  const about = describeTarget(target);
  const { prompt } = about;
  const dataset = suite.dataset ?? findDataset(prompt);
  const model = about.model ?? request.promptModels?.get(prompt ?? '') ?? null;
  const scorers = resolveScorers(suite);
  const problems = listSuiteProblems(suite, { dataset, prompt, model, scorers }, request);
  const provider = resolveTargetProvider(suite.target, { ...about, model }, request);
  const judge = resolveJudge(
    {
      suite: suite.name,
      scorers,
      judge: config.judge,
      targetModel: model,
      provider: prompt === null ? null : provider,
    },
    request,
  );
  if ('problems' in judge && problems.length === 0) problems.push(...judge.problems);
  if (dataset === null || 'problems' in judge || problems.length > 0) throw new UserError(problems);
  return {
    suite: {
      name: suite.name,
      dataset,
      task: suite.task ?? null,
      labels: suite.labels ?? null,
      givenLabels: suite.labels ?? null,
      givenWatch: suite.watch ?? [],
      watch: resolveWatch({ given: suite.watch, dataset, target, scorers, configPath }),
      target,
      provider,
      scorers,
      givenTags: [...new Set(scorers.flatMap(({ gate }) => Object.keys(gate.tags)))],
      judge: judge.settings,
      repeat: overrides.repeat ?? suite.repeat ?? DEFAULT_REPEAT,
      baselineRepeat: suite['baseline-repeat'] ?? DEFAULT_BASELINE_REPEAT,
    },
    notices: judge.notices,
  };
}

function findDataset(prompt: string | null): string | null {
  return prompt !== null && isPromptYaml(prompt) ? prompt : null;
}

function listSuiteProblems(
  suite: ConfigSuite,
  resolved: {
    readonly dataset: string | null;
    readonly prompt: string | null;
    readonly model: string | null;
    readonly scorers: readonly ScorerSettings[];
  },
  request: ResolveRequest,
): string[] {
  const { dataset, prompt, model, scorers } = resolved;
  const problems: string[] = [];
  if (dataset === null) {
    problems.push(
      `dataset: suite \`${suite.name}\` names none; give it a dataset (only a .prompt.yml can carry its own, as testData).`,
    );
  }
  if (prompt !== null && model === null) problems.push(...listModelProblems(suite.name, prompt, request));
  if (suite.labels !== undefined && !scorers.some(acceptsLabels)) {
    problems.push(
      `labels: suite \`${suite.name}\` has no scorer that they are for; add \`answer-relevancy\` to its scorers, or take \`labels\` out.`,
    );
  }
  return problems;
}

/** The reason why a prompt has no model: its file names none or is missing. `null` if the file is unknown. */
function listModelProblems(
  suite: string,
  prompt: string,
  { promptModels, describeMissingFile }: ResolveRequest,
): readonly string[] {
  if (promptModels === undefined) return [];
  if (promptModels.has(prompt)) {
    return [`model: suite \`${suite}\` has none, and ${prompt} names none either; set \`model\`.`];
  }
  const file = { key: 'prompt', suite, path: prompt };
  return [describeMissingFile?.(file) ?? `prompt: there is no file ${JSON.stringify(prompt)}.`];
}

type JudgeResolution =
  | { readonly settings: JudgeSettings; readonly notices: readonly SelfJudgeNotice[] }
  | { readonly problems: readonly string[] };

/** The config file's judge, else the target's own model, with a notice. */
function resolveJudge(
  request: {
    readonly suite: string;
    readonly scorers: readonly ScorerSettings[];
    readonly judge: ConfigFile['judge'];
    /** `null` if the target has no model of its own, or none is known. */
    readonly targetModel: string | null;
    readonly provider: ProviderSettings | null;
  },
  from: ProviderSources,
): JudgeResolution {
  const { suite, scorers, judge, targetModel } = request;
  const judgedScorers = scorers.filter(isJudgedScorer);
  if (judgedScorers.length === 0) {
    // Without a judged scorer, the built-in judge is used, at no cost.
    const provider = resolveJudgeProvider({ judge, model: null }, request.provider, from);
    const settings = { model: BUILTIN_JUDGE, provider, parameters: {} };
    return { settings, notices: [] };
  }
  const configuredModel = judge?.model;
  const model = configuredModel ?? targetModel;
  if (model === null) {
    return {
      problems: [
        `judge: suite \`${suite}\` has no judge, and no known model of the target to judge instead; name one as \`judge: { model: … }\`; \`builtin\` is the offline judge.`,
      ],
    };
  }
  const beyond = model === BUILTIN_JUDGE ? judgedScorers.filter((scorer) => !hasBuiltinJudge(scorer)) : [];
  if (beyond.length > 0) {
    return {
      problems: beyond.map(
        ({ name }) =>
          `judge.model: suite \`${suite}\` scores ${name}, and the built-in judge judges answer relevancy only; name a model, or remove the scorer.`,
      ),
    };
  }
  const askedModel = model === BUILTIN_JUDGE ? null : model;
  const provider = resolveJudgeProvider({ judge, model: askedModel }, request.provider, from);
  const parameters = model === BUILTIN_JUDGE ? {} : (judge?.parameters ?? {});
  return {
    settings: { model, provider, parameters },
    notices: configuredModel === undefined ? [{ kind: 'judges-itself', suite, model }] : [],
  };
}
