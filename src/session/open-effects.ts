import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type StoreContext } from '../baseline/store/open-store.js';
import { createHttpFetch, type HttpFetch, listProxySecrets } from '../llm/http-fetch.js';
import type { MintToken } from '../llm/keyless-login.js';
import { openChatClient } from '../llm/open-chat-client.js';
import { openHttpClient } from '../llm/open-http-client.js';
import { createRateLimits } from '../llm/rate-limits.js';
import type { BaselineStore } from '../model/baseline.js';
import type { Effects, Env, Log } from '../model/effects.js';
import type { GitHub } from '../model/github.js';
import type { JournalPlace } from '../model/journal.js';
import type { ModelShutdown, Note } from '../model/notes.js';
import type { ChatClient, ProviderSettings } from '../model/provider.js';
import type { Git } from '../model/repository.js';
import { listPassedVariables, type Settings, type StoreSettings } from '../model/suite.js';
import { openJournals } from '../produce/journal.js';
import { createBudget } from '../produce/spending.js';
import { createRedactor, type Redact } from '../text/redact.js';
import { VERSION } from '../version.js';
import type { Deadline } from './deadline.js';

export type OpenEffectsOptions = {
  readonly settings: Settings;
  readonly env: Env;
  readonly log: Log;
  readonly redact: Redact;
  readonly deadline: Deadline;
  readonly git: Git | null;
  readonly github: GitHub | null;
  readonly store: BaselineStore;
  /** `null` if nothing is kept of a run that does not end. */
  readonly journal: JournalPlace | null;
  readonly scorerHost: readonly string[];
  /** Missing outside a GitHub workflow. */
  readonly mintToken?: MintToken;
};

/** The real effects of a run, with one limit of calls in flight and one rate limiter per provider. */
export function openEffects(options: OpenEffectsOptions): Effects {
  const { settings, journal, log } = options;
  const { maxConcurrency, maxRetries, requestTimeoutMs, extraRuns } = settings.limits;
  const { timeLeft } = options.deadline;
  const rateLimits = createRateLimits({ maxConcurrency, timeLeft, log });
  const budget = createBudget(settings.limits);
  const httpFetch = createHttpFetch(options.env);
  const secrets = listProxySecrets(options.env);
  const clients = new Map<string, ChatClient>();
  return {
    ...options,
    signal: options.deadline.signal,
    version: VERSION,
    journals: openJournals(journal, { ...options, version: VERSION }),
    budget,
    prices: settings.prices,
    extraRuns,
    maxConcurrency,
    now: () => new Date(),
    random: Math.random,
    async providerNotes() {
      const found = await Promise.all([...clients.values()].map((client) => client.shutdowns?.() ?? []));
      return [...rateLimits.notes(), ...shutdownNotes(found.flat())];
    },
    http: (url) =>
      openHttpClient({ url, maxRetries, requestTimeoutMs, httpFetch, rateLimits, redact: options.redact }),
    chat(role, provider) {
      const key = JSON.stringify([role, provider.login, provider.preset, provider.baseUrl, provider.apiKey]);
      const known = clients.get(key);
      if (known !== undefined) return known;
      const settings = {
        provider,
        role: role === 'judge' ? 'judge' : 'model',
        maxRetries,
        requestTimeoutMs,
        httpFetch,
        secrets,
        rateLimits,
        budget,
        log,
      } as const;
      const { mintToken } = options;
      const client = openChatClient(mintToken === undefined ? settings : { ...settings, mintToken });
      clients.set(key, client);
      return client;
    },
  };
}

/** Notes on models that will soon be shut down, without asking them anything. */
export async function findShutdowns(
  asked: readonly { readonly provider: ProviderSettings; readonly model: string }[],
  env: Env,
  httpFetch: HttpFetch = createHttpFetch(env),
): Promise<readonly Note[]> {
  const found = await Promise.all(
    asked.map(({ provider, model }) => {
      const rateLimits = createRateLimits({ maxConcurrency: 1 });
      const limits = { maxRetries: 0, requestTimeoutMs: 0, secrets: listProxySecrets(env), rateLimits };
      return openChatClient({ provider, httpFetch, ...limits }).shutdowns?.([model]) ?? [];
    }),
  );
  return shutdownNotes(found.flat());
}

function shutdownNotes(found: readonly ModelShutdown[]): readonly Note[] {
  const dates = new Map(found.map(({ model, date }) => [model, date]));
  return [...dates].map(([model, date]) => ({ kind: 'model-shutdown', model, date }));
}

/** The store of a run's baselines: on a branch of `github`'s repository, or below `folder`. */
export function openRunStore(
  settings: StoreSettings,
  run: Omit<StoreContext, 'gitData' | 'random' | 'sleep'> &
    Partial<StoreContext> & { readonly github: GitHub | null },
): BaselineStore {
  return openStore(settings, {
    sleep,
    ...run,
    gitData: run.github?.gitData ?? null,
    random: Math.random,
  });
}

/** Variables that the runner sets in every step are public, a branch's name for example. */
const NO_SECRET =
  /^(GITHUB_(ACTIONS?|ACTION_(PATH|REF|REPOSITORY)|(TRIGGERING_)?ACTOR|(ACTOR|REPOSITORY|REPOSITORY_OWNER|RUN)_ID|(API|GRAPHQL|SERVER)_URL|(BASE|HEAD|WORKFLOW)_REF|EVENT_(NAME|PATH)|JOB|REF(_NAME|_PROTECTED|_TYPE)?|REPOSITORY(_OWNER)?|RETENTION_DAYS|RUN_(ATTEMPT|NUMBER)|(WORKFLOW_)?SHA|WORKFLOW|WORKSPACE)|RUNNER_(ARCH|DEBUG|ENVIRONMENT|NAME|OS|TEMP|TOOL_CACHE))$/;

/** Redacts the run's keys, proxy logins, and the values that a target or scorer gets, except public ones. */
export function createSettingsRedactor(
  settings: readonly (Settings | null)[],
  others: readonly (string | undefined)[],
  env: Env,
): Redact {
  const suites = settings.flatMap((side) => side?.suites ?? []);
  const keys = suites.flatMap((suite) => [suite.provider.apiKey, suite.judge.provider.apiKey]);
  const handed = suites.flatMap(listPassedVariables).filter((name) => !NO_SECRET.test(name));
  return createRedactor([...keys, ...handed.map((name) => env[name]), ...others, ...listProxySecrets(env)]);
}
