import { createHttpFetch, type HttpFetch, proxySecrets } from '../llm/http-fetch.js';
import { openChatClient } from '../llm/open-chat-client.js';
import { createRateLimits } from '../llm/rate-limits.js';
import type { ModelShutdown, Note } from '../model/notes.js';
import type { ProviderSettings } from '../model/suite.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Notes on models that will soon be shut down, without asking them anything. */
export async function findShutdowns(
  asked: readonly { readonly provider: ProviderSettings; readonly model: string }[],
  env: Env,
  httpFetch: HttpFetch = createHttpFetch(env),
): Promise<readonly Note[]> {
  const found = await Promise.all(
    asked.map(({ provider, model }) => {
      const rateLimits = createRateLimits({ maxConcurrency: 1 });
      const limits = { maxRetries: 0, requestTimeoutMs: 0, secrets: proxySecrets(env), rateLimits };
      return openChatClient({ provider, httpFetch, ...limits }).shutdowns?.([model]) ?? [];
    }),
  );
  return shutdownNotes(found.flat());
}

/** One note for each model. */
export function shutdownNotes(found: readonly ModelShutdown[]): readonly Note[] {
  const dates = new Map(found.map(({ model, date }) => [model, date]));
  return [...dates].map(([model, date]) => ({ kind: 'model-shutdown', model, date }));
}
