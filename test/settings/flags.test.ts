import { expect, test } from 'vitest';
import { parseFlags, renderCommandLine } from '../../src/settings/flags.js';
import { problemsIn } from '../support/problems-of.js';

const problemsOf = (...argv: string[]) => problemsIn(() => parseFlags(argv));

test('a command with its flags', () => {
  expect(
    parseFlags([
      'run',
      '--suite',
      'a',
      '--watch',
      '--case',
      'refund-*',
      '--case=late',
      '--failed',
      '--output',
      'out',
      '--store',
      'kept',
      '--repeat',
      '3',
      '--max-calls',
      '200',
    ]),
  ).toMatchObject({
    help: false,
    version: false,
    command: 'run',
    positionals: [],
    overrides: {
      suites: ['a'],
      watch: true,
      case: ['refund-*', 'late'],
      failed: true,
      output: 'out',
      store: 'kept',
      repeat: 3,
      maxCalls: 200,
    },
  });
});

test('a command is repeated as it can be pasted, with the flags that go with it', () => {
  const folder = "the customers' mail";
  const { flags } = parseFlags(['run', '--working-directory', folder, '--suite=a', '--suite=b', '--failed']);
  expect(renderCommandLine('npx prompt-regression', 'baseline', flags)).toBe(
    "npx prompt-regression baseline --working-directory 'the customers'\\'' mail' --suite a --suite b",
  );
  expect(renderCommandLine('p', 'run', flags, ['--verbose'])).toMatch(/ --failed --verbose$/);
});

test('compare takes two files', () => {
  expect(parseFlags(['compare', 'a.json', 'b.json'])).toMatchObject({
    command: 'compare',
    positionals: ['a.json', 'b.json'],
  });
  expect(problemsOf('compare', 'a.json')).toEqual([
    '`compare` needs 2 files: write `prompt-regression compare base.json head.json`.',
  ]);
  expect(problemsOf('run', 'x')).toEqual(['`run` does not take `x`: write `prompt-regression run`.']);
});

test.each([
  [[], null],
  [['--help'], null],
  [['-h'], null],
  [['run', '--help'], 'run'],
  [['compare', '-h'], 'compare'],
  // Help is given whatever else is wrong.
  [['lint', '--help', '--nonsense'], 'lint'],
  [['help'], null],
  [['help', 'run'], 'run'],
])('%j asks for help on %s', (argv, command) => {
  expect(parseFlags(argv)).toMatchObject({ help: true, command });
});

test('--version', () => {
  expect(parseFlags(['--version'])).toMatchObject({ version: true, help: false });
  expect(parseFlags(['-v'])).toMatchObject({ version: true });
});

test.each([
  [['runn'], 'Command `runn` is not known. Did you mean `run`?'],
  [['helpp'], 'Command `helpp` is not known. Did you mean `help`?'],
  [['baselin'], 'Command `baselin` is not known. Did you mean `baseline`?'],
  [
    ['frobnicate'],
    'Command `frobnicate` is not known. Known: `init`, `run`, `explain`, `baseline`, `merge`, `compare`, `label`, `judge-check`, `coverage`, `lint`, `demo`, `help`.',
  ],
  [['frobnicate', '--help'], 'Command `frobnicate` is not known.'],
  [['run', '--repaet', '3'], 'Flag `--repaet` is not known. Did you mean `--repeat`?'],
  [['run', '--repaet=3'], 'Flag `--repaet` is not known. Did you mean `--repeat`?'],
  [['run', '--output'], 'Flag `--output` has no value: write `--output <folder>`.'],
  [['run', '--output', '--repeat', '3'], 'Flag `--output` has no value'],
  [['help', 'runn'], 'Command `runn` is not known. Did you mean `run`?'],
  [['run', '--watch=prompts/**'], 'Flag `--watch` takes no value: write `--watch`.'],
  [['run', '--watch', 'x/**'], '`run` does not take `x/**`'],
  [
    ['baseline', '--case', 'a'],
    'Flag `--case` does not go with the command baseline; it is for run, explain.',
  ],
  [['judge-check', '--json'], 'it is for run, explain, merge, compare, coverage.'],
  [['run', '--status', 'true'], 'Flag `--status` does not go with the command run; it is for the action.'],
  [['run', '--openai-api-key', 'sk-1'], 'Use the environment variable OPENAI_API_KEY'],
  [
    ['lint', '--repeat', '3'],
    'Flag `--repeat` does not go with the command lint; it is for run, explain, merge.',
  ],
  [
    ['--repeat', '3'],
    'No command was given. Known: init, run, explain, baseline, merge, compare, label, judge-check, coverage, lint, demo.',
  ],
  [['run', '--repeat', '0'], 'Flag `--repeat` is "0": must be a whole number from 1 to 100.'],
])('%j is refused', (argv, message) => {
  expect(problemsOf(...argv).join('\n')).toContain(message);
});

test('reports all problems at once', () => {
  expect(problemsOf('run', '--repeat', 'x', '--open', '--nonsense')).toHaveLength(3);
});

test('no command takes a secret, and none is ever quoted', () => {
  for (const flag of ['--openai-api-key', '--judge-api-key', '--github-token']) {
    const text = problemsOf('run', flag, 'sk-secret').join('\n');
    expect(text).toContain(`Flag \`${flag}\` is not known`);
    expect(text).not.toContain('sk-secret is');
  }
});
