import type { PlacedCase, SideNames } from './case-detail.js';
import { htmlLine } from './escape.js';

const SIZE = 320;
const EDGE = 44;
const DOT = 4;
/** Dots of cases with the same scores form a disc of at most this radius. */
const MAX_DISC_RADIUS = 28;
/** The golden angle, which spreads dots evenly. */
const TURN = 2.4;

/** A dot per case: the base's score across, the head's score up; below the diagonal it fell. */
export function renderScorePlot(
  cases: readonly PlacedCase[],
  [worst, best]: readonly [string, string],
  sides: SideNames,
): string {
  const scored = cases.filter(({ detail }) => detail.scores !== null);
  if (scored.length === 0) return '';
  const places = Map.groupBy(scored, ({ detail }) => `${detail.scores?.base} ${detail.scores?.head}`);
  const dots = [...places.values()].flatMap((same) => {
    const step = Math.min(1.5 * DOT, MAX_DISC_RADIUS / Math.sqrt(same.length));
    const size = Math.max(1, step / 1.5);
    return same.map((each, at) => renderDot(each, { radius: step * Math.sqrt(at), angle: TURN * at, size }));
  });
  const [low, high] = [EDGE, SIZE - EDGE];
  const fell = scored.filter(({ detail: { scores } }) => scores !== null && scores.head < scores.base).length;
  const [base, head] = sides.map(htmlLine);
  const label = `Scores of ${scored.length} cases, ${base} across and ${head} up: ${fell} lower, ${scored.length - fell} not lower.`;
  return [
    `<figure class="plot"><svg viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${label}">`,
    `<path class="fell" d="M${low} ${high}H${high}V${low}Z"/>`,
    `<path class="axis" d="M${low} ${low}V${high}H${high}M${low} ${high}L${high} ${low}"/>`,
    `<text x="${low}" y="${high + 18}">${worst}</text>`,
    `<text x="${high}" y="${high + 18}" text-anchor="end">${best}</text>`,
    `<text x="${SIZE / 2}" y="${high + 18}" text-anchor="middle">${base} →</text>`,
    `<text x="${low - 8}" y="${high}" text-anchor="end">${worst}</text>`,
    `<text x="${low - 8}" y="${low + 8}" text-anchor="end">${best}</text>`,
    `<text x="${low - 14}" y="${SIZE / 2}" text-anchor="middle" transform="rotate(-90 ${low - 14} ${SIZE / 2})">${head} →</text>`,
    `<text x="${high - 8}" y="${high - 10}" text-anchor="end">lower</text>`,
    `<text x="${low + 8}" y="${low + 16}">higher</text>`,
    ...dots,
    '</svg></figure>',
  ].join('');
}

function renderDot(
  { anchor, view, detail: { scores, kind } }: PlacedCase,
  { radius, angle, size }: Readonly<Record<'radius' | 'angle' | 'size', number>>,
): string {
  const span = (SIZE - 2 * EDGE) / 100;
  const x = EDGE + (scores?.base ?? 0) * span + radius * Math.cos(angle);
  const y = SIZE - EDGE - (scores?.head ?? 0) * span + radius * Math.sin(angle);
  const title = `${htmlLine(view.name.question)}: ${view.base} → ${view.head}`;
  return `<circle class="${kind}" data-case="${anchor}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}"><title>${title}</title></circle>`;
}
