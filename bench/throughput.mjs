import { parseArgs } from 'node:util';
import { median, runAction, runFloor, startServer } from './run.mjs';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    latency: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
  },
});
const cases = Number(values.cases);
const inFlight = 16;

/** A fresh server a run, so that its first call is the run's first call. */
async function round(start) {
  const server = await startServer(Number(values.latency));
  try {
    const run = await start({ url: server.url, cases, inFlight });
    const { calls, peakInFlight, firstAt, asked, replied } = await server.stats();
    const tokens = { asked: asked / cases, replied: replied / cases };
    return { ...run, calls, peakInFlight, firstMs: firstAt - run.startedAt, ...tokens };
  } finally {
    server.close();
  }
}

const floors = [];
const actions = [];
for (let index = 0; index < Number(values.rounds); index += 1) {
  floors.push(await round(runFloor));
  actions.push(await round(runAction));
}
const figure = (runs, key) => median(runs.map((run) => run[key]));
const rows = ['wallMs', 'cpuMs', 'firstMs', 'calls', 'asked', 'replied', 'peakInFlight', 'peakMb'].map(
  (key) => {
    const floor = figure(floors, key);
    const action = figure(actions, key);
    // Each round by itself: what else the machine does changes from one to the next.
    const ratio = median(actions.map((run, index) => run[key] / floors[index][key]));
    return {
      figure: key,
      floor: Math.round(floor),
      action: Math.round(action),
      ratio: Number(ratio.toFixed(3)),
    };
  },
);
console.table(rows);
console.log('asked, replied: tokens a case, one for every four characters');
console.log(`calls a sample: ${(figure(actions, 'calls') / cases).toFixed(2)}`);
