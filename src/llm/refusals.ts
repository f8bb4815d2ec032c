/** So often, and within so long, a request may be refused by chance while others, that were sent later, get through. */
const BY_CHANCE = 4;
const CHANCE_MS = 60_000;

/** Where nobody gets through, one of those that wait is given up after so long: the next call tells of the others. */
const LONGEST_SILENCE_MS = 2 * 60_000;
/** A minute, as providers round and date it. */
const LONGEST_BELIEVED_MS = 62_000;

/** What becomes of one call's requests, beside those of all other calls to the same model. */
export interface CallRefusals {
  /** A request of it goes out. */
  sent(): void;
  gotThrough(): void;
  /** How many refusals there were of this call, this one included. An `overload` or a `denial` makes no suspect. */
  refused(by: 'limit' | 'overload' | 'denial'): number;
  /** True where others get through again and again while it does not: then it is to be sent with nobody else about. */
  readonly isSuspect: boolean;
  /**
   * True where nobody has got through for long, and somebody did before: either all wait for the same, or those that
   * wait are the very ones that never get through. Then, once in a while, one of them is to be given up. Who states a
   * long wait (`statedMs`) is believed.
   */
  isOneTooMany(statedMs: number | null): boolean;
  /** True where the model has answered any call of this run. */
  hasAnswered(): boolean;
  /** True where a request that was sent after its first refusal got through. */
  othersGotThrough(): boolean;
  /** Milliseconds since its first refusal. */
  waitedMs(): number;
}

/**
 * Tells a refusal that everybody gets, which passes, from one that a single request gets, however long it waits: one
 * that is larger than the whole of a limit, or of which an error only speaks as of a limit. Words do not tell the two
 * apart; that others get through does.
 *
 * Limits differ by model, so calls are compared with calls to the same one.
 *
 * @param now milliseconds since any time.
 */
export function createRefusals(now: () => number): { begin(model: string): CallRefusals } {
  let sent = 0;
  /** By model: the last request that got through, in the order of sending, and since when nothing has come of any. */
  const answered = new Map<string, { number: number; silentSince: number }>();
  return {
    begin(model) {
      let number = 0;
      let count = 0;
      let alone = 0;
      let first = { number: 0, at: 0 };
      let last = 0;
      const anyAfter = (than: number) => (answered.get(model)?.number ?? 0) > than;
      return {
        sent() {
          number = ++sent;
        },
        gotThrough() {
          const before = answered.get(model)?.number ?? 0;
          answered.set(model, { number: Math.max(number, before), silentSince: now() });
        },
        refused(by) {
          if (count === 0) first = { number: sent, at: now() };
          else if (by === 'limit' && anyAfter(last)) alone++;
          last = sent;
          return ++count;
        },
        get isSuspect() {
          return alone > BY_CHANCE || (alone > 0 && now() - first.at >= CHANCE_MS);
        },
        isOneTooMany(statedMs) {
          const known = answered.get(model);
          if (known === undefined || count < 2 || (statedMs ?? 0) > LONGEST_BELIEVED_MS) return false;
          if (now() - Math.max(known.silentSince, first.at) < LONGEST_SILENCE_MS) return false;
          known.silentSince = now();
          return true;
        },
        hasAnswered: () => answered.has(model),
        othersGotThrough: () => count > 0 && anyAfter(first.number),
        waitedMs: () => now() - first.at,
      };
    },
  };
}
