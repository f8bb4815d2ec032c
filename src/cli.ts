#!/usr/bin/env node
import { runCli } from './shell/run-cli.js';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
});
