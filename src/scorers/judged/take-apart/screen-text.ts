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
  if (hostile.size > 0) {
    // What is left of a block and what stands beside it may make another order.
    const left = units.flatMap((unit, index) => (hostile.has(index) ? [] : [{ unit, index }]));
    for (const index of fewestHostile(null, left, isHostile)) hostile.add(index);
  }
  return { text, units, hostile, shown: leaveOut(text, units, hostile) };
}

type Screened = { readonly unit: Unit; readonly hostile: boolean };

const FENCE_LINES = /^\s*(?:`{3,}|~{3,}).*$/gm;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

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
  const isSplit = hostile.size > 0 && LETTER_OR_NUMBER.test(rest.replace(FENCE_LINES, ''));
  if (!isSplit || isHostile(rest)) return condemned;
  const cut = places.flatMap((line, index) => (hostile.has(index) ? [{ unit: line, hostile: true }] : []));
  return [{ unit: { ...unit, text: rest }, hostile: false }, ...cut];
}

type Indexed = { readonly unit: Unit; readonly index: number };

/** Indexes of the units that together talk to the grader; what is left may do so too, once these are out of its way. */
function hostileUnits(
  output: string,
  units: readonly Unit[],
  isHostile: (text: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (let round = 0; round < LONGEST_RUN; round += 1) {
    const left = units.flatMap((unit, index) => (found.has(index) ? [] : [{ unit, index }]));
    const more = fewestHostile(output, left, isHostile);
    if (more.size === 0) return found;
    for (const index of more) found.add(index);
  }
  return new Set(units.keys());
}

/** Indexes of the fewest neighbouring units that do. `output` is `null` where their texts alone count. */
function fewestHostile(
  output: string | null,
  units: readonly Indexed[],
  isHostile: (text: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const textOf = (run: readonly Indexed[]): string => run.map(({ unit }) => unit.text).join(' ');
  // What stands between neighbours too, but nothing of those that are found already.
  const rawOf = (run: readonly Indexed[]): string => {
    if (output === null) return textOf(run);
    return run
      .map(({ unit, index }, at) => {
        const next = run[at + 1];
        return next?.index === index + 1
          ? output.slice(unit.start, next.unit.start)
          : `${output.slice(unit.start, unit.end)}\n`;
      })
      .join('');
  };
  if (!isHostile(rawOf(units)) && !units.some(({ unit }) => isHostile(unit.text))) return found;
  for (let size = 1; size <= Math.min(LONGEST_RUN, units.length); size++) {
    for (let index = 0; index + size <= units.length; index++) {
      const run = units.slice(index, index + size);
      if (!isHostile(textOf(run)) && !isHostile(rawOf(run))) continue;
      for (const each of run) found.add(each.index);
    }
    if (found.size > 0) return found;
  }
  return new Set(units.map(({ index }) => index));
}

function leaveOut(output: string, units: readonly Unit[], hostile: ReadonlySet<number>): string {
  let shown = '';
  let from = 0;
  for (const [index, unit] of units.entries()) {
    if (!hostile.has(index)) continue;
    shown += `${output.slice(from, Math.max(from, unit.start))}${LEFT_OUT}`;
    from = Math.max(from, unit.end);
  }
  return shown + output.slice(from);
}
