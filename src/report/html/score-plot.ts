import type { PlacedCase, SideNames } from './case-detail.js';
import { escapeHtml, escapeHtmlLine, type Html, html, joinHtml } from './html.js';

const SIZE = 320;
const EDGE = 40;
const DOT = 4;
/** Dots of cases with the same scores form a disc of at most this radius. */
const MAX_DISC_RADIUS = 22;
/** From the axes to the lowest and highest score: discs stay within the axes. */
const PADDING = MAX_DISC_RADIUS + DOT;
/** The golden angle, which spreads dots evenly. */
const TURN = 2.4;

/** A dot per case: the base's score across, the head's score up; below the diagonal it fell. */
export function renderScorePlot(
  cases: readonly PlacedCase[],
  ends: readonly [worst: string, best: string],
  sides: SideNames,
): Html {
  const scored = cases.filter(({ detail }) => detail.scores !== null);
  if (scored.length === 0) return html``;
  const places = Map.groupBy(scored, ({ detail }) => `${detail.scores?.base} ${detail.scores?.head}`);
  const dots = [...places.values()].flatMap((same) => {
    const step = Math.min(1.5 * DOT, MAX_DISC_RADIUS / Math.sqrt(same.length));
    const size = Math.max(1, step / 1.5);
    return same.map((each, at) => renderDot(each, { radius: step * Math.sqrt(at), angle: TURN * at, size }));
  });
  // The first cases are those that changed: no other dot covers them.
  dots.reverse();
  const [low, high] = [EDGE, SIZE - EDGE];
  const [zero, full] = [low + PADDING, high - PADDING];
  const fell = scored.filter(({ detail: { scores } }) => scores !== null && scores.head < scores.base).length;
  const [worst, best] = [escapeHtmlLine(ends[0]), escapeHtmlLine(ends[1])];
  const [base, head] = [escapeHtmlLine(sides[0]), escapeHtmlLine(sides[1])];
  const label = html`Scores of ${scored.length} cases, ${base} across and ${head} up: ${fell} lower, ${scored.length - fell} not lower.`;
  return joinHtml([
    html`<figure class="plot"><svg viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${label}">`,
    html`<path class="fell" d="M${low} ${high}H${high}V${low}Z"/>`,
    html`<path class="axis" d="M${low} ${low}V${high}H${high}M${low} ${high}L${high} ${low}"/>`,
    html`<text x="${zero}" y="${high + 18}" text-anchor="middle">${worst}</text>`,
    html`<text x="${full}" y="${high + 18}" text-anchor="middle">${best}</text>`,
    html`<text x="${SIZE / 2}" y="${high + 18}" text-anchor="middle">${base} →</text>`,
    html`<text x="${low - 8}" y="${zero + 4}" text-anchor="end">${best}</text>`,
    html`<text x="${low - 8}" y="${full + 4}" text-anchor="end">${worst}</text>`,
    html`<text x="${low - 14}" y="${SIZE / 2}" text-anchor="middle" transform="rotate(-90 ${low - 14} ${SIZE / 2})">${head} →</text>`,
    html`<text x="${high}" y="${low - 10}" text-anchor="end">↖ higher</text>`,
    html`<text x="${high + 14}" y="${high}" transform="rotate(-90 ${high + 14} ${high})">↘ lower</text>`,
    ...dots,
    html`</svg></figure>`,
  ]);
}

function renderDot(
  { anchor, view, detail: { scores, kind } }: PlacedCase,
  { radius, angle, size }: Readonly<Record<'radius' | 'angle' | 'size', number>>,
): Html {
  const zero = EDGE + PADDING;
  const span = (SIZE - 2 * zero) / 100;
  const x = zero + (scores?.base ?? 0) * span + radius * Math.cos(angle);
  const y = SIZE - zero - (scores?.head ?? 0) * span + radius * Math.sin(angle);
  const title = escapeHtmlLine(`${view.name.question}: ${view.base} → ${view.head}`);
  const round = (length: number) => escapeHtml(length.toFixed(1));
  return html`<circle class="${escapeHtml(kind)}" data-case="${escapeHtml(anchor)}" cx="${round(x)}" cy="${round(y)}" r="${round(size)}"><title>${title}</title></circle>`;
}
