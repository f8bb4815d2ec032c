// Wall time of one run over several processes with an agent that computes, and the share that splitting costs.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './run.mjs';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    /** Milliseconds of processor time per answer. */
    work: { type: 'string', default: '2' },
    over: { type: 'string', default: '1,2,4,8' },
  },
});
const cases = Number(values.cases);
const CLI = join(ROOT, 'lib/cli.js');

const AGENT = `
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, input } = JSON.parse(line);
  const before = process.cpuUsage();
  let spent = 0;
  while (spent < ${1000 * Number(values.work)}) {
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  console.log(JSON.stringify({ id, output: input.replace('Where is', 'We know where to find') }));
}
`;

async function createSuite() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-shards-'));
  const rows = Array.from({ length: cases }, (_, at) => ({
    id: `case-${at + 1}`,
    input: `Where is order ${at + 1}?`,
  }));
  const config =
    `judge: { model: builtin }\nlimits: { max-calls: ${2 * cases}, timeout: 2h }\nsuites:\n` +
    '  - { name: bench, dataset: cases.jsonl, target: { command: [node, agent.mjs], workers: 1 }, gate: { threshold: 0.1 } }\n';
  await writeFile(join(folder, 'agent.mjs'), AGENT);
  await writeFile(join(folder, 'cases.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  await writeFile(join(folder, 'prompt-regression.yml'), config);
  // Without a commit, nothing is compared.
  execFileSync('git', ['init', '-q'], { cwd: folder });
  return folder;
}

/** Seconds until the command ends, and processor seconds of its own process, without the agent's. */
async function time(folder, args) {
  const usage = join(folder, '.git', `usage-${args.join('-').replaceAll('/', '-')}.json`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', join(ROOT, 'bench/report-usage.mjs'), CLI, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (data) => {
    log += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}\n${log}`);
  const { cpuMs } = JSON.parse(await readFile(usage, 'utf8'));
  return { wall: (performance.now() - startedAt) / 1000, cpu: cpuMs / 1000 };
}

async function measure(count) {
  const folder = await createSuite();
  try {
    if (count === 1) return { shards: [await time(folder, ['run'])], merge: { wall: 0, cpu: 0 } };
    const parts = Array.from({ length: count }, (_, at) => ['run', '--shard', `${at + 1}/${count}`]);
    const shards = await Promise.all(parts.map((args) => time(folder, args)));
    return { shards, merge: await time(folder, ['merge', '.prompt-regression/last-run/shards']) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const agent = (cases * Number(values.work)) / 1000;
const round = (seconds) => Number(seconds.toFixed(1));
const cores = availableParallelism();
const rows = [];
let alone = { total: 0, cpu: 0 };
const share = (part) => `${Math.round(100 * part)} %`;
for (const count of values.over.split(',').map(Number)) {
  const { shards, merge } = await measure(count);
  const slowest = Math.max(...shards.map(({ wall }) => wall));
  const total = slowest + merge.wall;
  const cpu = agent + [...shards, merge].reduce((sum, own) => sum + own.cpu, 0);
  if (count === 1) alone = { total, cpu };
  const ideal = alone.total / Math.min(count, cores);
  rows.push({
    processes: count,
    'slowest shard': round(slowest),
    merge: round(merge.wall),
    total: round(total),
    'lost time': share(1 - ideal / total),
    'processor time': round(cpu),
    'lost processor time': share(1 - alone.cpu / cpu),
  });
}
console.table(rows);
console.log(`${cases} cases, ${values.work} ms of processor time per answer, ${cores} cores, seconds`);
