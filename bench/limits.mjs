// The action against servers with limits: is every case scored, how long beside what the limit allows, how many refused?
// With --virtual the controller alone, on a clock that jumps: seconds instead of an hour, whatever the machine does.
import { parseArgs } from 'node:util';
import { runAction, startServer } from './run.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    waits: { type: 'string', default: 'seconds,milliseconds,date,both,past,none' },
    parallel: { type: 'string', default: '1' },
    virtual: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '20' },
    lag: { type: 'string', default: '0' },
  },
});
const LATENCY = 50;
await import('../test/support/typescript-hooks.mjs');
const { openLimit, quickest } = await import('./limits/provider-limits.ts');
const { LIMIT_CELLS, playCell } = await import('./limits/play-limits.ts');

/** Milliseconds that the action takes on this machine with no limit and so many in flight. */
async function unlimited(cases, inFlight) {
  const server = await startServer(LATENCY, ['--limit', 'in-flight:1000']);
  try {
    await runAction({ url: server.url, cases, inFlight });
    const { firstAt, lastAt, calls } = await server.stats();
    return { wallMs: lastAt - firstAt, calls };
  } finally {
    server.close();
  }
}

async function run({ limit, cases, liftAfter = null, waits }) {
  // A busy machine is slow without any limit, too.
  const free = limit.startsWith('in-flight') ? null : await unlimited(cases, 16);
  const lift = liftAfter === null ? [] : ['--lift-after', String(liftAfter)];
  const server = await startServer(LATENCY, ['--limit', limit, '--waits', waits, ...lift]);
  try {
    const { outputs } = await runAction({ url: server.url, cases, inFlight: 16 });
    const stats = await server.stats();
    const { tokens, refused, firstAt, lastAt, fullAfterMs } = stats;
    const [kind, most] = limit.split(':');
    const quick =
      kind === 'in-flight'
        ? (await unlimited(cases, Number(most))).wallMs
        : quickest(openLimit(limit, LATENCY), {
            calls: tokens.length,
            inFlight: 16,
            replyMs: free === null ? LATENCY : (free.wallMs / free.calls) * 16,
            tokens: (call) => tokens[call],
          });
    const seconds = (lastAt - firstAt) / 1000;
    return {
      limit: liftAfter === null ? limit : `${limit}, lifted`,
      waits,
      scored: `${cases - unscored(outputs)}/${cases}`,
      seconds: Number(seconds.toFixed(1)),
      allowed: liftAfter === null ? Number((quick / 1000).toFixed(1)) : null,
      ratio: liftAfter === null ? Number(((seconds * 1000) / quick).toFixed(2)) : null,
      refused: `${((100 * refused) / (refused + tokens.length)).toFixed(1)} %`,
      fullAfter: fullAfterMs === null ? null : Number((fullAfterMs / 1000).toFixed(1)),
    };
  } finally {
    server.close();
  }
}

/** The worst of so many seeds. */
async function play({ waits, ...cell }) {
  const { lost, ratio, refused, fullAfterMs } = await playCell(cell, {
    style: waits,
    seeds: Number(values.seeds),
    lagMs: Number(values.lag),
  });
  return {
    limit: cell.liftAfter === undefined ? cell.limit : `${cell.limit}, lifted`,
    waits,
    scored: lost === 0 ? 'all' : `${lost} lost`,
    ratio: ratio === null ? null : Number(ratio.toFixed(2)),
    refused: `${(100 * refused).toFixed(1)} %`,
    fullAfter: fullAfterMs === null ? null : Number((fullAfterMs / 1000).toFixed(1)),
  };
}

function unscored(outputs) {
  const counts = [...outputs.matchAll(/"unscored":(\d+)/g)];
  return counts.length === 0 ? Number.NaN : Math.max(...counts.map(([, count]) => Number(count)));
}

const cells = LIMIT_CELLS.flatMap((each) =>
  values.waits.split(',').map((waits) => ({ ...each, waits })),
).filter(({ limit }) => limit.startsWith(values.only));
const rows = new Map();
const queue = [...cells];
await Promise.all(
  Array.from({ length: Number(values.parallel) }, async () => {
    for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
      const row = await (values.virtual ? play : run)(cell);
      rows.set(cell, row);
      if (!values.virtual) console.log(JSON.stringify(row));
    }
  }),
);
console.table(cells.map((cell) => rows.get(cell)));
