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
  const units = segmentAnswer(text);
  const hostile = hostileUnits(text, units, isHostile);
  return { text, units, hostile, shown: leaveOut(text, units, hostile) };
}

/** Indexes of the fewest neighbouring units that together talk to the grader. */
function hostileUnits(
  output: string,
  units: readonly Unit[],
  isHostile: (text: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  if (!isHostile(output) && !units.some(({ text }) => isHostile(text))) return found;
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
