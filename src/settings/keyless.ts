import { UserError } from '../model/errors.js';
import type { ProviderSettings, Suite } from '../model/suite.js';
import { aboutTarget } from '../model/target-settings.js';

/** By provider, the default audience of GitHub's token, and variables with names that are no secrets. */
const LOGINS = {
  openai: {
    audience: 'https://api.openai.com/v1',
    required: ['OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID'],
    optional: [],
  },
  anthropic: {
    audience: 'https://api.anthropic.com',
    required: ['ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID'],
    optional: ['ANTHROPIC_SERVICE_ACCOUNT_ID', 'ANTHROPIC_WORKSPACE_ID'],
  },
} as const;

/** A provider with GitHub's identity token instead of a key. A job without the permission has neither. */
export function keylessProvider(
  { baseUrl, preset }: Pick<ProviderSettings, 'baseUrl' | 'preset'>,
  env: Readonly<Record<string, string | undefined>>,
): ProviderSettings {
  const read = (name: string) => env[name]?.trim() || null;
  const provider = preset === 'anthropic' ? preset : 'openai';
  if (provider === 'openai' && baseUrl !== null) {
    throw new UserError(
      'auth: `oidc` works with OpenAI (no `base-url`) and with `anthropic/<model>` only; remove it, or use a key.',
    );
  }
  const keyless = {
    baseUrl,
    ...(preset !== undefined && { preset }),
    apiKey: null,
    apiKeySource: 'permission `id-token: write` of the job',
  };
  // A fork's run never has the permission.
  if (read('ACTIONS_ID_TOKEN_REQUEST_URL') === null) return keyless;
  const { audience, required, optional } = LOGINS[provider];
  const missing = required.filter((name) => read(name) === null);
  if (missing.length > 0) {
    throw new UserError(`auth: \`oidc\` needs the environment variables ${missing.join(' and ')}.`);
  }
  const ids = [...required, ...optional].flatMap((name) => {
    const value = read(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    ...keyless,
    login: { provider, audience: read('OIDC_AUDIENCE') ?? audience, ids: Object.fromEntries(ids) },
  };
}

/**
 * Refuses a run with a keyless suite and programs of the repository, since any of them could mint tokens. Throws
 * `UserError`.
 */
export function refuseProgramsBesideLogin(suites: readonly Suite[]): void {
  const keyless = suites.find(({ provider, judge }) => provider.login ?? judge.provider.login);
  const program = suites.find(
    ({ target, scorers }) =>
      aboutTarget(target).runsPrograms || scorers.some(({ use }) => use.kind === 'own'),
  );
  if (keyless === undefined || program === undefined) return;
  throw new UserError(
    `auth: suite \`${keyless.name}\` has \`auth: oidc\`, and suite \`${program.name}\` runs programs of the repository, which could get such tokens too. Run them in two jobs with the input \`suite\`, and give \`id-token: write\` only to the job of \`${keyless.name}\`.`,
  );
}
