/** Shorter values would redact ordinary words. */
const SHORTEST_SECRET = 6;

export type Redact = (text: string) => string;

/**
 * Replaces every given secret by `***`, also in its base64, URL-encoded and JSON-escaped forms.
 * Masks of the runner cover its log only; comments, statuses and files need this.
 */
export function createRedactor(secrets: readonly (string | null | undefined)[]): Redact {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret === null || secret === undefined || secret.trim().length < SHORTEST_SECRET) continue;
    for (const value of new Set([secret, secret.trim()])) {
      forms.add(value);
      forms.add(encodeURIComponent(value));
      forms.add(JSON.stringify(value).slice(1, -1));
      forms.add(Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, ''));
    }
  }
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}
