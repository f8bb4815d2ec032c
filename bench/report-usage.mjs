// Loaded with --import into the process that is measured: writes its resource usage when it ends.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let atLastAnswer = 0;
// Of undici, which the action's requests go through.
subscribe('undici:request:trailers', () => {
  atLastAnswer = cpuMs();
});

process.on('exit', () => {
  const { maxRSS } = process.resourceUsage();
  const total = cpuMs();
  const usage = { cpuMs: total, afterCpuMs: total - atLastAnswer, peakMb: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
});
