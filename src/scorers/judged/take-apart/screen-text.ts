import { segmentAnswer } from './segment-answer.js';
import type { Unit } from './unit.js';

/** What stands in the data where a part that talks to the grader was taken out. */
export const LEFT_OUT = '[left out: this part talks to the grader]';
/** Lines over which one order to the grader may be spread. */
const LONGEST_RUN = 6;

/** A foreign text in units, and as a judge may see it. */
export type ScreenedText = {
  readonly text: string;
  readonly units: readonly Unit[];
  /** Indexes of the units that talk to the grader. */
  readonly hostile: ReadonlySet<number>;
  /** The text without what talks to the grader. */
  readonly shown: string;
};

/** @param isHostile Which texts talk to the grader. */
export function screenText(text: string, isHostile: (text: string) => boolean): ScreenedText {
  const whole = segmentAnswer(text);
  const found = hostileUnits(text, whole, isHostile);
  const screened = whole.flatMap((unit, index): readonly Screened[] =>
    found.has(index) ? cutHostileLines(text, unit, isHostile) : [{ unit, hostile: false }],
  );
  const units = screened.map(({ unit }) => unit);
  const hostile = new Set(screened.flatMap((each, index) => (each.hostile ? [index] : [])));
  return { text, units, hostile, shown: leaveOut(text, units, hostile) };
}

type Screened = { readonly unit: Unit; readonly hostile: boolean };

const FENCE_LINES = /^\s*(?:`{3,}|~{3,}).*$/gm;

/** A block of code without the lines that talk to the grader, and these; any other unit as it is, hostile. */
function cutHostileLines(
  output: string,
  unit: Unit,
  isHostile: (text: string) => boolean,
): readonly Screened[] {
  const condemned = [{ unit, hostile: true }];
  const lines = unit.text.split('\n');
  if (lines.length === 1) return condemned;
  let from = unit.own.start;
  const inAnswer = output.slice(unit.own.start, unit.own.end).split('\n');
  const places = inAnswer.map((text): Unit => {
    const place = { start: from, end: from + text.length };
    from = place.end + 1;
    return { text: text.trim(), ...place, own: place, solid: false };
  });
  const hostile = hostileUnits(output, places, isHostile);
  const rest = lines.filter((_, index) => !hostile.has(index)).join('\n');
  const isSplit = hostile.size > 0 && /[\p{L}\p{N}]/u.test(rest.replace(FENCE_LINES, ''));
  if (!isSplit || isHostile(rest)) return condemned;
  const cut = places.flatMap((line, index) => (hostile.has(index) ? [{ unit: line, hostile: true }] : []));
  return [{ unit: { ...unit, text: rest }, hostile: false }, ...cut];
}

/** Indexes of the fewest neighbouring units that together talk to the grader. */
function hostileUnits(
  output: string,
  units: readonly Unit[],
  isHostile: (text: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const all = output.slice(units[0]?.start, units.at(-1)?.end);
  if (!isHostile(all) && !units.some(({ text }) => isHostile(text))) return found;
  for (let size = 1; size <= Math.min(LONGEST_RUN, units.length); size++) {
    for (let index = 0; index + size <= units.length; index++) {
      const run = units.slice(index, index + size);
      const raw = output.slice(run[0]?.start, run.at(-1)?.end);
      if (!isHostile(run.map(({ text }) => text).join(' ')) && !isHostile(raw)) continue;
      for (let place = index; place < index + size; place++) found.add(place);
    }
    if (found.size > 0) return found;
  }
  return new Set(units.keys());
}

function leaveOut(output: string, units: readonly Unit[], hostile: ReadonlySet<number>): string {
  let shown = '';
  let from = 0;
  for (const index of hostile) {
    const unit = units[index];
    if (!unit) continue;
    shown += `${output.slice(from, Math.max(from, unit.start))}${LEFT_OUT}`;
    from = unit.end;
  }
  return shown + output.slice(from);
}
