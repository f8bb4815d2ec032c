const UNITS = [
  { name: 'day', ms: 24 * 60 * 60 * 1000 },
  { name: 'hour', ms: 60 * 60 * 1000 },
  { name: 'minute', ms: 60 * 1000 },
] as const;

/** How old something is, in the largest unit that fits: `3 days old`. `iso` is ISO 8601. */
export function renderAge(iso: string, now: Date): string {
  const age = now.getTime() - Date.parse(iso);
  if (Number.isNaN(age)) return 'of unknown age';
  for (const { name, ms } of UNITS) {
    const count = Math.floor(age / ms);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} old`;
  }
  return 'less than a minute old';
}
