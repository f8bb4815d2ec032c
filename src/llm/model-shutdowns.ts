import type { ModelShutdown } from '../model/notes.js';
import type { Sdk } from './sdk.js';

const NOTICE_MS = 60 * 24 * 3_600_000;

/** Those of the models that will be shut down within 60 days. A provider that does not say is not asked again. */
export async function listShutdowns(
  sdk: Sdk,
  models: readonly string[],
  now: number,
): Promise<readonly ModelShutdown[]> {
  const found = await Promise.all(
    models.map(async (model) => {
      const stated: unknown = await sdk.shutdownDate(model).catch(() => null);
      const time = typeof stated === 'string' ? Date.parse(stated) : Number.NaN;
      return time - now <= NOTICE_MS ? [{ model, date: new Date(time).toISOString().slice(0, 10) }] : [];
    }),
  );
  return found.flat();
}
