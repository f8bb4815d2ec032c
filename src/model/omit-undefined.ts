/** The fields that may be `undefined` are optional. */
export type OmitUndefined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** The same object without fields that are `undefined`, so that records and hashes have no empty keys. */
export function omitUndefined<const Fields extends object>(fields: Fields): OmitUndefined<Fields> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as OmitUndefined<Fields>;
}
