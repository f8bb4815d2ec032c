type KeyOf<Value> = Value extends unknown ? keyof Value : never;
type OmitEach<Value, Key extends PropertyKey> = Value extends unknown ? Omit<Value, Key> : never;

/** A copy of the object without these fields. */
export function omitKeys<Value extends object, Key extends KeyOf<Value> & string>(
  value: Value,
  ...keys: readonly Key[]
): OmitEach<Value, Key> {
  const dropped = new Set<string>(keys);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key))) as OmitEach<
    Value,
    Key
  >;
}
