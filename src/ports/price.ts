/** Price of a million tokens, in whatever currency the config file means. */
export type Price = { readonly input: number; readonly output: number };

/** By model. Only what the config file gives: no price is built in. */
export type Prices = Readonly<Record<string, Price>>;

/** What a run cost. */
export type Cost =
  | {
      readonly status: 'known';
      /** In the currency of the prices. */
      readonly amount: number;
      /** `judge`: the agent is a program whose own calls are not known. */
      readonly covers: 'all' | 'judge';
    }
  /** Models that were used and have no price: then there is no sum. */
  | { readonly status: 'unpriced'; readonly models: readonly string[] };
