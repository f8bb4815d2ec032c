// Loaded with --import into the process that is measured: writes its resource usage when it ends.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Reading the processor time costs more than an answer may. */
const READ_EVERY_MS = 20;
let readAt = 0;
let atLastAnswer = 0;
// Of undici, which the action's requests go through.
subscribe('undici:request:trailers', () => {
  if (performance.now() - readAt < READ_EVERY_MS) return;
  readAt = performance.now();
  atLastAnswer = cpuMs();
});

process.on('exit', () => {
  const { maxRSS } = process.resourceUsage();
  const total = cpuMs();
  const usage = { cpuMs: total, afterCpuMs: total - atLastAnswer, peakMb: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});
