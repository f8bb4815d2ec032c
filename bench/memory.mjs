import { parseArgs } from 'node:util';
import { runAction, startServer } from './run.mjs';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '10000' }, limit: { type: 'string' } },
});
const server = await startServer(1);
const { peakMb, cpuMs, afterCpuMs } = await runAction({
  url: server.url,
  cases: Number(values.cases),
  inFlight: 16,
});
server.close();
const peak = Math.round(peakMb);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
console.log(
  `${values.cases} cases: peak ${peak} MB, ${seconds(cpuMs)} of processor time, ${seconds(afterCpuMs)} of it after the last answer`,
);
if (values.limit !== undefined && peak > Number(values.limit)) {
  console.error(`The limit is ${values.limit} MB.`);
  process.exitCode = 1;
}
