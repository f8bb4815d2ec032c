import type { z } from 'zod';

/** What a schema lets through, read-only all the way down. */
export type Form<Schema extends z.ZodType> = Fixed<z.output<Schema>>;

type Fixed<Value> = Value extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Fixed<Value[Key]> }
    : Value;
