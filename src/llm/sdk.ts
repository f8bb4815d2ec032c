import type { Anthropic } from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ModelShutdown } from '../model/notes.js';
import { toMessagesRequest } from './anthropic-messages.js';
import { type HttpFetch, OPENAI_BASE_URL } from './http-fetch.js';
import type { TokenExchange } from './keyless-login.js';

type SdkOptions = {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** See `ProviderSettings`. */
  readonly preset: string | undefined;
  readonly httpFetch: HttpFetch;
  /** Replaces the key. */
  readonly exchange: TokenExchange | null;
};

/** One of the SDKs, for one provider. */
export type Sdk = {
  post(
    body: ChatCompletionCreateParamsNonStreaming,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<Response>;
  /** The date when a model will be shut down, in the provider's words; `null` if none is known. */
  shutdownDate(model: string): Promise<string | null>;
};

/** A date is not worth a longer wait. */
const DATE_CALL = { timeout: 5_000 };

export function openSdk(options: SdkOptions): Sdk {
  return options.preset === 'anthropic' ? openAnthropic(options) : openOpenAi(options);
}

/** Options that both SDKs would otherwise read from environment variables: another key, or a log of every prompt. */
function buildSdkOptions({ apiKey, baseUrl, httpFetch, exchange }: SdkOptions) {
  return {
    // The SDKs demand a key; a server on this machine ignores it.
    apiKey: exchange === null ? apiKey || 'none' : null,
    baseURL: baseUrl,
    fetch: exchange?.fetch ?? httpFetch,
    maxRetries: 0,
    logLevel: 'off',
  } as const;
}

function openOpenAi(options: SdkOptions): Sdk {
  const isOpenAi = options.baseUrl === OPENAI_BASE_URL;
  // Other providers need not know the names of an OpenAI account. `undefined` leaves them to the SDK.
  const account = isOpenAi ? undefined : null;
  const client = new OpenAI({
    ...buildSdkOptions(options),
    workloadIdentity: options.exchange === null ? undefined : buildWorkloadIdentity(options.exchange),
    adminAPIKey: null,
    organization: account,
    project: account,
  });
  return {
    post: (body, call) => client.chat.completions.create(body, call).asResponse(),
    async shutdownDate(model) {
      // Only OpenAI's own list has the date.
      return isOpenAi ? ((await client.models.retrieve(model, DATE_CALL)).shutdown_date ?? null) : null;
    },
  };
}

function buildWorkloadIdentity({ login, getToken }: TokenExchange) {
  const {
    OPENAI_IDENTITY_PROVIDER_ID: identityProviderId = '',
    OPENAI_SERVICE_ACCOUNT_ID: serviceAccountId = '',
  } = login.ids;
  return { identityProviderId, serviceAccountId, provider: { tokenType: 'jwt' as const, getToken } };
}

/** Loads the SDK for the first call: most runs ask no model of Anthropic. */
function openAnthropic(options: SdkOptions): Sdk {
  let client: Promise<Anthropic> | null = null;
  const load = async () => {
    const { Anthropic } = await import('@anthropic-ai/sdk');
    const credentials = options.exchange && (await openFederation(options.exchange, options.baseUrl));
    return new Anthropic({ ...buildSdkOptions(options), credentials });
  };
  const open = () => (client ??= load());
  return {
    post: async (body, call) => (await open()).messages.create(toMessagesRequest(body), call).asResponse(),
    shutdownDate: async (model) => (await (await open()).models.retrieve(model, {}, DATE_CALL)).retires_at,
  };
}

async function openFederation({ login, getToken, fetch }: TokenExchange, baseURL: string) {
  const { oidcFederationProvider } = await import('@anthropic-ai/sdk/lib/credentials/oidc-federation');
  const { ids } = login;
  return oidcFederationProvider({
    identityTokenProvider: getToken,
    federationRuleId: ids['ANTHROPIC_FEDERATION_RULE_ID'] ?? '',
    organizationId: ids['ANTHROPIC_ORGANIZATION_ID'] ?? '',
    serviceAccountId: ids['ANTHROPIC_SERVICE_ACCOUNT_ID'],
    workspaceId: ids['ANTHROPIC_WORKSPACE_ID'],
    baseURL,
    fetch,
  });
}

const NOTICE_MS = 60 * 24 * 3_600_000;

/** The models that will be shut down within 60 days. A provider without such dates gets no second request. */
export async function listShutdowns(
  sdk: Sdk,
  models: readonly string[],
  now: number,
): Promise<readonly ModelShutdown[]> {
  const shutdowns = await Promise.all(
    models.map(async (model) => {
      const stated: unknown = await sdk.shutdownDate(model).catch(() => null);
      const time = typeof stated === 'string' ? Date.parse(stated) : Number.NaN;
      return time - now <= NOTICE_MS ? [{ model, date: new Date(time).toISOString().slice(0, 10) }] : [];
    }),
  );
  return shutdowns.flat();
}
