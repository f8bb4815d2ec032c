import { counted, grouped } from '../text/counts.js';

/** Which way a difference goes as it is displayed: one that shows as 0.00 is neither. */
export function directionOf(hundredths: number | null): 'lower' | 'same' | 'higher' {
  const size = hundredths === null ? 0 : roundedAway(hundredths);
  if (size === 0) return 'same';
  return size < 0 ? 'lower' : 'higher';
}

/** `32 s`, `4 min 10 s`, `2 h 5 min`. */
export function renderSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return joined(Math.floor(whole / 60), 'min', whole % 60, 's');
  return joined(Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min');
}

/** Names in a row: `a`, `a and b`, `a, b and c`. */
export function renderList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The first of many: `a, b and 9 more`; with a noun `a, b and 9 more cases`. */
export function renderFirst<T>(
  all: readonly T[],
  most: number,
  render: (one: T) => string,
  noun?: string,
): string {
  const more = all.length - most;
  const rest = noun === undefined ? `${grouped(more)} more` : counted(more, `more ${noun}`);
  return renderList([...all.slice(0, most).map(render), ...(more > 0 ? [rest] : [])]);
}

function joined(many: number, unit: string, rest: number, smaller: string): string {
  return rest === 0 ? `${many} ${unit}` : `${many} ${unit} ${rest} ${smaller}`;
}

/** Halves round away from zero, so that a fall and a rise of the same size look the same. */
function roundedAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}
