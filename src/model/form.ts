import type { z } from 'zod';

/** A schema's output type, deeply read-only. */
export type Form<Schema extends z.ZodType> = Fixed<z.output<Schema>>;

type Fixed<Value> = Value extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Fixed<Value[Key]> }
    : Value;
