#!/usr/bin/env node
import { join } from 'node:path';

const NEEDS_NODE = 24;

// The reader of the output may stop reading, as `head` does. The run and its exit code do not change.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`error: the output cannot be written: ${error.message}\n`);
    // If it were thrown, the run would end with 1, the exit code of a regression.
    process.exitCode = 2;
  });
}

if (Number.parseInt(process.versions.node, 10) < NEEDS_NODE) {
  process.stderr.write(
    `error: prompt-regression needs Node.js ${NEEDS_NODE} or later, and this is ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
} else if (process.argv[2] === 'scorer-host') {
  // Not for users: how this program starts itself for a scorer of the repository's own.
  const { runScorerHost } = await import('./library/scorer-host/run-scorer-host.js');
  process.exitCode = await runScorerHost(process.argv.slice(3), process);
} else {
  // Imported only now: an older Node.js could not even load it.
  const { runCli } = await import('./cli/run-cli.js');
  const { renderProgramCall, createAsk } = await import('./cli/terminal.js');
  const canAsk = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const exitCode = await runCli(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    program: renderProgramCall(process.argv[1] ?? '', process.cwd()),
    scorerHost: [process.execPath, import.meta.filename, 'scorer-host'],
    checkout: join(import.meta.dirname, '..'),
    live: process.stderr.isTTY === true,
    ask: canAsk ? createAsk(process.stdin, process.stdout) : undefined,
    color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
  });
  process.exitCode ??= exitCode;
}
