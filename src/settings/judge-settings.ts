import type { ModelParameters } from '../ports/chat.js';
import type { JudgeSettings, ProviderSettings, ScorerSettings } from '../ports/settings.js';
import { aboutScorer } from '../scorers/catalog.js';
import { codeSpan } from '../text/values.js';
import type { ConfigFile } from './config-file.js';
import { BUILTIN_JUDGE, type ProviderSources, resolveJudgeProvider } from './providers.js';

/** As repeatable as the model can be; parameters that a model rejects are left out by the client. */
const DEFAULT_PARAMETERS: ModelParameters = { temperature: 0, seed: 1 };

export type JudgeChoice =
  | { readonly status: 'known'; readonly settings: JudgeSettings; readonly notices: readonly string[] }
  | { readonly status: 'unknown'; readonly problems: readonly string[] };

/**
 * Who judges a suite: `judge-model`, then the config file's judge, then the target's own model, with a notice. The built-in
 * judge for what it cannot judge is a problem, and a suite without a judged scorer needs none.
 */
export function resolveJudge(
  request: {
    readonly suite: string;
    readonly scorers: readonly ScorerSettings[];
    readonly judge: ConfigFile['judge'];
    /** `null` where the target has no model of its own, or none is known. */
    readonly targetModel: string | null;
    readonly provider: ProviderSettings;
  },
  from: ProviderSources,
): JudgeChoice {
  const { suite, scorers, judge, targetModel } = request;
  const judged = scorers.filter(isJudged);
  if (judged.length === 0) {
    // Nobody is asked: the one that costs nothing stands in.
    const settings = { model: BUILTIN_JUDGE, provider: request.provider, parameters: {} };
    return { status: 'known', settings, notices: [] };
  }
  const given = from.overrides.judgeModel ?? judge?.model;
  const model = given ?? targetModel;
  if (model === null) {
    return {
      status: 'unknown',
      problems: [
        `judge-model: suite \`${suite}\` has no judge, and no known model of the target to judge instead; set \`judge-model\` to a model, or to \`builtin\` for the offline judge.`,
      ],
    };
  }
  const beyond = model === BUILTIN_JUDGE ? judged.filter(({ use }) => !isOffline(use)) : [];
  if (beyond.length > 0) {
    return {
      status: 'unknown',
      problems: beyond.map(
        ({ name }) =>
          `judge-model: suite \`${suite}\` scores ${name}, and the built-in judge judges answer relevancy only; set \`judge-model\` to a model, or remove the scorer.`,
      ),
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

function isJudged({ use }: ScorerSettings): boolean {
  return use.kind === 'prebuilt' && aboutScorer(use.id)?.kind === 'judged';
}

/** True of the scorer whose questions the built-in judge can answer. */
function isOffline(use: ScorerSettings['use']): boolean {
  return use.kind === 'prebuilt' && use.id === 'answer-relevancy';
}

/** A line about one suite, recognised again by `isAboutSuite`. */
function suiteNotice(suite: string, line: string): string {
  return `Suite \`${suite}\`: ${line}`;
}

export function isAboutSuite(notice: string, suite: string): boolean {
  return notice.startsWith(`Suite \`${suite}\`: `);
}
