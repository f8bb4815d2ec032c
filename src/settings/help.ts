import { COMMANDS, type Command, commandSpec, STOPPED } from './command-table.js';
import { flagsOf, isSwitch } from './flags.js';

const WIDTH = 100;

/** The text of `--help`, for one command or (`null`) the whole program; ends with a line break. */
export function renderHelp(command: Command | null): string {
  return command === null ? renderOverview() : renderCommand(command);
}

function renderOverview(): string {
  const indent = Math.max(...COMMANDS.map((name) => name.length)) + 4;
  const { examples } = commandSpec('run');
  return lines([
    'Usage: prompt-regression <command> [flags]',
    '',
    "Checks whether a prompt change made an agent's answers less relevant.",
    '',
    'Commands:',
    ...COMMANDS.flatMap((name) => entry(name, commandSpec(name).line, indent)),
    ...entry('help', 'Show the flags of a command, for example: help run.', indent),
    '',
    ...exitCodes(commandSpec('run').exits),
    '',
    'Examples:',
    '  prompt-regression demo',
    `  ${examples.at(-1) ?? ''}`,
    '',
    'Details: docs/cli.md. Version: --version.',
  ]);
}

function renderCommand(command: Command): string {
  const { line, more, arguments: words, argumentsOptional, exits, examples } = commandSpec(command);
  const specs = flagsOf(command);
  const names = [
    ...specs.map((spec) => `--${spec.name}${isSwitch(spec) ? '' : ` <${spec.value}>`}`),
    '--help',
  ];
  const indent = Math.max(...names.map((name) => name.length)) + 4;
  const given = words.map((word) => `<${word}>`).join(' ');
  const usage = argumentsOptional ? `[${given}]` : given;
  return lines([
    ['Usage: prompt-regression', command, usage, '[flags]'].filter((part) => part !== '').join(' '),
    '',
    line,
    ...more.flatMap((text) => wrap(text, WIDTH)),
    '',
    'Flags:',
    ...specs.flatMap((spec, row) => entry(names[row] ?? '', spec.flag.replaceAll('`', ''), indent)),
    ...entry('--help', 'Show this text.', indent),
    '',
    ...exitCodes(exits),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
  ]);
}

function exitCodes(exits: Readonly<Record<number, string>>): readonly string[] {
  const all = [...Object.entries(exits), [String(STOPPED.code), STOPPED.meaning] as const];
  return ['Exit codes:', ...all.flatMap(([code, meaning]) => entry(code.padStart(3), meaning, 7))];
}

function entry(name: string, text: string, indent: number): readonly string[] {
  const [first = '', ...rest] = wrap(text, WIDTH - indent);
  return [`  ${name}`.padEnd(indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
}

function wrap(text: string, width: number): readonly string[] {
  const wrapped: string[] = [];
  for (const word of text.split(' ')) {
    const last = wrapped.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) wrapped.push(word);
    else wrapped[wrapped.length - 1] = `${last} ${word}`;
  }
  return wrapped;
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
