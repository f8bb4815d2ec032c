/** Long enough that a single collection of garbage hardly counts. */
const MEASURED_MS = 150;
const TIMES_LARGER = 16;
const MAX_TRIES = 3;

/** Between 16 (linear) and 256 (quadratic), with a factor of four to either side. */
export const MAX_LINEAR_GROWTH = 64;

/**
 * How much more processor time sixteen times the input takes: about 16 if the work is linear, about 256 if it is quadratic.
 * Processor time, unlike time, is the same on a busy machine. Collections of garbage count, too, so what looks too slow is
 * measured up to three times: quadratic work is slow each time.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  size: number,
  work: (input: Input) => unknown,
): number {
  const small = inputOf(size);
  // Code is slower the first time.
  work(small);
  const large = inputOf(TIMES_LARGER * size);
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MAX_TRIES && least >= MAX_LINEAR_GROWTH; tries += 1) {
    const before = processorTime(small, work);
    least = Math.min(least, processorTime(large, work) / before);
  }
  return least;
}

function processorTime<Input>(input: Input, work: (input: Input) => unknown): number {
  const before = process.cpuUsage();
  for (let times = 1; ; times += 1) {
    work(input);
    const { user, system } = process.cpuUsage(before);
    if (user + system >= MEASURED_MS * 1000) return (user + system) / times;
  }
}
