import type { ModelParameters } from '../model/chat.js';
import type { JudgeSettings, ProviderSettings } from '../model/settings.js';
import type { ConfigFile } from './config-file.js';
import { type ProviderSources, resolveJudgeProvider } from './providers.js';
import { codeSpan } from './shown-value.js';

/** The model's name that means the offline judge. */
const BUILTIN_JUDGE = 'builtin';

/** As repeatable as the model can be; parameters that a model rejects are left out by the client. */
const DEFAULT_PARAMETERS: ModelParameters = { temperature: 0, seed: 1 };

export type JudgeChoice =
  | { readonly status: 'known'; readonly settings: JudgeSettings; readonly notices: readonly string[] }
  | { readonly status: 'unknown'; readonly problem: string };

/** Who judges a suite: `judge-model`, then the config file's judge, then the target's own model, with a notice. */
export function resolveJudge(
  request: {
    readonly suite: string;
    readonly judge: ConfigFile['judge'];
    /** `null` where the target has no model of its own, or none is known. */
    readonly targetModel: string | null;
    readonly provider: ProviderSettings;
  },
  from: ProviderSources,
): JudgeChoice {
  const { suite, judge, targetModel } = request;
  const given = from.overrides.judgeModel ?? judge?.model;
  const model = given ?? targetModel;
  if (model === null) {
    return {
      status: 'unknown',
      problem: `judge-model: suite \`${suite}\` has no judge, and no known model of the target to judge instead; set \`judge-model\` to a model, or to \`builtin\` for the offline judge.`,
    };
  }
  const provider = resolveJudgeProvider(judge, request.provider, from);
  const parameters = model === BUILTIN_JUDGE ? {} : { ...DEFAULT_PARAMETERS, ...judge?.parameters };
  return {
    status: 'known',
    settings: { model, provider, parameters },
    notices:
      given === undefined
        ? [suiteNotice(suite, `no \`judge-model\` is set, so ${codeSpan(model)} judges its own answers.`)]
        : [],
  };
}

/** A line about one suite, recognised again by `isAboutSuite`. */
function suiteNotice(suite: string, line: string): string {
  return `Suite \`${suite}\`: ${line}`;
}

export function isAboutSuite(notice: string, suite: string): boolean {
  return notice.startsWith(`Suite \`${suite}\`: `);
}
