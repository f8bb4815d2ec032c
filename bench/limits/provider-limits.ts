/**
 * The limits that providers set, as the wire shows them: pure in the clock, so that a unit test can play hours and a
 * bench can stand them up on loopback.
 */

/** A limit of one provider. Times are milliseconds. */
export type ProviderLimit = {
  /** 0 where a request of so many tokens is let through; else how long until it would be. */
  admit(now: number, tokens: number): number;
  /** A request that was let through has been answered. */
  done(): void;
};

/** So much a window, counted anew from its first request on. `costOf` says what a request takes: itself, or its tokens. */
export function fixedWindow(most: number, windowMs: number, costOf = (_: number) => 1): ProviderLimit {
  let since = Number.NEGATIVE_INFINITY;
  let used = 0;
  return {
    admit(now, tokens) {
      if (now >= since + windowMs) {
        since = now;
        used = 0;
      }
      if (used + costOf(tokens) > most) return since + windowMs - now;
      used += costOf(tokens);
      return 0;
    },
    done() {},
  };
}

/** So much in any window. */
export function slidingWindow(most: number, windowMs: number): ProviderLimit {
  const times: number[] = [];
  return {
    admit(now) {
      while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
      if (times.length >= most) return (times[0] ?? now) + windowMs - now;
      times.push(now);
      return 0;
    },
    done() {},
  };
}

/** So many a second on the whole, and up to `burst` of them at once. */
export function tokenBucket(aSecond: number, burst: number): ProviderLimit {
  let left = burst;
  let at: number | null = null;
  return {
    admit(now) {
      left = Math.min(burst, left + ((now - (at ?? now)) / 1000) * aSecond);
      at = now;
      // Sums of fractions: what is one but for the last digit is one.
      if (left < 1 - 1e-6) return ((1 - left) / aSecond) * 1000;
      left -= 1;
      return 0;
    },
    done() {},
  };
}

/** So many at a time. Nobody knows how long: servers state what a reply takes. */
export function inFlight(most: number, replyMs: number): ProviderLimit {
  let open = 0;
  return {
    admit() {
      if (open >= most) return replyMs;
      open++;
      return 0;
    },
    done() {
      open--;
    },
  };
}

/** The limit that a bench names: `fixed-minute:300`, `any-minute:300`, `second:5`, `tokens:60000`, `in-flight:4`. */
export function openLimit(name: string, replyMs: number): ProviderLimit {
  const [kind, number] = name.split(':');
  const most = Number(number);
  switch (kind) {
    case 'fixed-minute':
      return fixedWindow(most, 60_000);
    case 'any-minute':
      return slidingWindow(most, 60_000);
    case 'second':
      return tokenBucket(most, most);
    case 'tokens':
      return fixedWindow(most, 60_000, (tokens) => tokens);
    case 'in-flight':
      return inFlight(most, replyMs);
    default:
      throw new Error(`--limit ${name}: no such limit`);
  }
}

/** A limit that is gone from a time on. */
export function lifted(limit: ProviderLimit, isLifted: (now: number) => boolean): ProviderLimit {
  return { admit: (now, tokens) => (isLifted(now) ? 0 : limit.admit(now, tokens)), done: limit.done };
}

export const HEADER_STYLES = ['seconds', 'milliseconds', 'date', 'both', 'past', 'none'] as const;

/** How a server states a wait. */
export type HeaderStyle = (typeof HEADER_STYLES)[number];

export function waitHeaders(style: HeaderStyle, waitMs: number, now: number): Record<string, string> {
  const seconds = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  const milliseconds = { 'retry-after-ms': String(Math.ceil(waitMs)) };
  switch (style) {
    case 'seconds':
      return seconds;
    case 'milliseconds':
      return milliseconds;
    case 'date':
      return { 'retry-after': new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString() };
    case 'both':
      return { ...seconds, ...milliseconds };
    case 'past':
      return { 'retry-after': new Date(now - 60_000).toUTCString() };
    case 'none':
      return {};
    default:
      return style satisfies never;
  }
}

/**
 * How long the quickest client takes that knows the limit: it sends at the first moment that is allowed, with so many in
 * flight. Times in milliseconds.
 */
export function quickest(
  limit: ProviderLimit,
  {
    calls,
    inFlight: most,
    replyMs,
    tokens = () => 0,
  }: {
    readonly calls: number;
    readonly inFlight: number;
    readonly replyMs: number;
    readonly tokens?: (call: number) => number;
  },
): number {
  const ends: number[] = [];
  let now = 0;
  const land = (until: number) => {
    while (ends[0] !== undefined && ends[0] <= until) {
      ends.shift();
      limit.done();
    }
  };
  for (let call = 0; call < calls; call++) {
    for (;;) {
      land(now);
      const wait = ends.length >= most ? (ends[0] ?? now) - now : limit.admit(now, tokens(call));
      if (wait === 0) break;
      now += wait;
    }
    ends.push(now + replyMs);
  }
  return ends.at(-1) ?? 0;
}
