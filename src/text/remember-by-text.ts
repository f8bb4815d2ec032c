/** Answers in flight have some dozens of statements, which several steps look at; beyond that nothing comes back soon. */
const MOST_TEXTS = 500;
const LONGEST_TEXT = 2_000;

/** The same pure function, which works out what it says of a text once for those who ask one after the other. */
export function rememberByText<Value extends string | readonly unknown[]>(
  of: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return of(text);
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const value = of(text);
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(text, value);
    return value;
  };
}
