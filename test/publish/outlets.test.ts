import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { summary } from '@actions/core';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActionsLog, openWorkflow } from '../../src/publish/outlets.js';
import { escapeForLog } from '../../src/report/console.js';
import { markdown } from '../../src/report/markdown.js';
import { anyCharacter } from '../report/hostile-text.js';
import { createFolder } from '../support/folder.js';

let written: string[] = [];
let folder = '';

beforeEach(async () => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  folder = createFolder();
  for (const name of ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY']) {
    await writeFile(join(folder, name), '');
    vi.stubEnv(name, join(folder, name));
  }
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The commands that the runner would find: it ends lines at \r and \n, and trims white space in front. */
function commandsIn(text: string): string[] {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trimStart())
    .filter((line) => line.startsWith('::') || line.includes('##['));
}

const HOSTILE = [
  'plain\n::set-env name=A::b',
  'plain\r::add-mask::x',
  '   ::error::x',
  '\u00a0::stop-commands::x',
  '%0A::error::x',
  'x ##[set-output name=a]b',
  '\u001b[2K::error::x',
  '\u0085::error::x',
];

test.each(HOSTILE)('%j starts no command in a line of the log', (text) => {
  createActionsLog((line) => line).info(text);
  expect(commandsIn(written.join(''))).toEqual([]);
});

test('no text starts a command or contains a control character', () => {
  const part = fc.constantFrom(
    '::',
    '##[',
    '\n',
    '\r',
    ' ',
    '\t',
    '\u2028',
    '\u0007',
    'error',
    '%0A',
    '\u200b',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: anyCharacter })), { maxLength: 20 }), (parts) => {
      const shown = escapeForLog(parts.join(''));
      expect(commandsIn(shown)).toEqual([]);
      expect(shown).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
  );
});

test.each(HOSTILE)('%j in an annotation, a warning or a group stays in its one command', (text) => {
  openWorkflow().annotate({ level: 'error', title: text, message: text });
  const log = createActionsLog((line) => line);
  log.warning(text);
  log.error(text);
  log.group(text)();
  const names = commandsIn(written.join('')).map((line) => /^::(\w+)/.exec(line)?.[1]);
  expect(names).toEqual(['error', 'warning', 'error', 'group', 'endgroup']);
});

test("shows an error at its file and line, relative to the repository's root", () => {
  const log = createActionsLog(
    (line) => line,
    () => 'apps/lamps',
  );
  log.error('prompt-regression.yml:4: unknown key `treshold`');
  log.warning('evals/a.jsonl:12:3: not JSON');
  log.error('Not evaluated: 4 problems: x');
  openWorkflow().annotate({ level: 'error', title: 'support', message: 'fell', file: 'prompts/a.md' });
  openWorkflow().annotate({ level: 'warning', title: 'a', message: 'fell', file: 'evals/a.csv', line: 7 });
  expect(written.join('').split('\n')).toEqual([
    '::error file=apps/lamps/prompt-regression.yml,line=4::prompt-regression.yml:4: unknown key `treshold`',
    '::warning file=apps/lamps/evals/a.jsonl,line=12::evals/a.jsonl:12:3: not JSON',
    '::error::Not evaluated: 4 problems: x',
    '::error title=support,file=prompts/a.md,line=1::fell',
    '::warning title=a,file=evals/a.csv,line=7::fell',
    '',
  ]);
});

test('outputs and state cannot be forged by their values', async () => {
  // It keeps the path that it found first.
  Reflect.deleteProperty(summary, '_filePath');
  summary.emptyBuffer();
  const workflow = openWorkflow();
  workflow.setOutput('score', '0.85');
  workflow.setOutput('result-json', 'x\nEOF\npassed=true\npassed<<EOF\ntrue\nEOF\n');
  workflow.saveState('pending-statuses', '{"a":1}');
  await workflow.addSummary(markdown`# Report`);
  await workflow.addSummary(markdown`more`);
  const outputs = await readFile(join(folder, 'GITHUB_OUTPUT'), 'utf8');
  const delimiters = [...outputs.matchAll(/^([\w-]+)<<(ghadelimiter_\S+)$/gm)].map((match) => match[1]);
  expect(delimiters).toEqual(['score', 'result-json']);
  expect(await readFile(join(folder, 'GITHUB_STATE'), 'utf8')).toMatch(
    /^pending-statuses<<(\S+)\n\{"a":1\}\n\1\n$/,
  );
  expect(await readFile(join(folder, 'GITHUB_STEP_SUMMARY'), 'utf8')).toBe('# Report\nmore\n');
});
