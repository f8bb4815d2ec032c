import { BUILTIN_JUDGE } from '../judging/open-judging.js';
import { UserError } from '../ports/errors.js';
import type { ProviderSettings, SuiteSettings } from '../ports/settings.js';
import { aboutScorer } from '../scorers/catalog.js';

/**
 * Refuses to begin where a model is to be asked and its key is not there: on a developer's machine that is a mistake to
 * mend, whatever else is in order.
 *
 * @param asks `judge` where no agent is asked.
 * @throws UserError naming each variable once.
 */
export function requireKeys(suites: readonly SuiteSettings[], asks: 'agent and judge' | 'judge'): void {
  const missing = suites.flatMap((suite) =>
    [
      ...(asks !== 'judge' && suite.target.kind === 'prompt' ? [suite.provider] : []),
      ...(isJudged(suite) ? [suite.judge.provider] : []),
    ]
      .filter(({ apiKey }) => apiKey === null)
      .map(renderMissing),
  );
  if (missing.length > 0) throw new UserError([...new Set(missing)]);
}

function isJudged({ judge, scorers }: SuiteSettings): boolean {
  return (
    judge.model !== BUILTIN_JUDGE &&
    scorers.some(({ use }) => use.kind === 'prebuilt' && aboutScorer(use.id)?.kind === 'judged')
  );
}

function renderMissing({ apiKeySource, baseUrl }: ProviderSettings): string {
  const variable = /[A-Z_0-9]+$/.exec(apiKeySource)?.[0] ?? 'OPENAI_API_KEY';
  const where = baseUrl ?? 'api.openai.com';
  return `There is no key for ${where}: set the ${apiKeySource}, for example \`export ${variable}=…\` (any text where the provider needs no key). To look around without a key: \`demo\`, or \`judge: { model: builtin }\` with an agent that is a command`;
}
