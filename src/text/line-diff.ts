/** Lines that only one side has, in their order; a line that only moved is in neither list. */
export function diffLines({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): readonly string[] {
  return [...linesOnlyIn(before, after, '- '), ...linesOnlyIn(after, before, '+ ')];
}

function linesOnlyIn(text: string, other: string, sign: string): readonly string[] {
  const linesOf = (whole: string) => whole.split(/\r?\n/).filter((line) => line.trim() !== '');
  const left = Map.groupBy(linesOf(other), (line) => line);
  return linesOf(text)
    .filter((line) => left.get(line)?.pop() === undefined)
    .map((line) => `${sign}${line}`);
}
