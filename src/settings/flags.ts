import { parseArgs } from 'node:util';
import { suggestName } from '../text/nearest-name.js';
import { COMMANDS, type Command, findCommand, STOPPED } from './command-table.js';
import { INPUTS, type InputSpec } from './input-table.js';
import { type InputText, type Overrides, parseOverrides } from './overrides.js';
import { namePage } from './page-name.js';

export type FlagText = { readonly name: string; readonly value: string | null };

export type Invocation = {
  readonly help: boolean;
  readonly version: boolean;
  readonly command: Command | null;
  readonly overrides: Overrides;
  /** Arguments without a flag, such as the files of `compare`. */
  readonly positionals: readonly string[];
  /** The flags behind `overrides`, to be repeated in advice. */
  readonly flags: readonly FlagText[];
};

export const FLAGS: readonly InputSpec[] = INPUTS.filter(({ places }) =>
  places.some((place) => place !== 'action'),
);

export function listFlags(command: Command): readonly InputSpec[] {
  return FLAGS.filter(({ places }) => places.includes(command));
}

export function isSwitch({ value }: InputSpec): boolean {
  return value === 'switch';
}

/** Parses the arguments after the program's name. */
export function parseFlags(argv: readonly string[]): Invocation {
  const { positionals: words, tokens } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    strict: false,
    tokens: true,
  });
  const flagTokens = tokens.filter((token) => token.kind === 'option');
  const isHelp = words[0] === 'help';
  const [word, ...positionals] = isHelp ? words.slice(1) : words;
  const command = COMMANDS.find((name) => name === word) ?? null;
  const problems = word !== undefined && command === null ? [describeUnknownCommand(word)] : [];
  const help = isHelp || flagTokens.some(({ name }) => name === 'help');
  const version = flagTokens.some(({ name }) => name === 'version');
  if (problems.length === 0 && (help || version || argv.length === 0)) {
    return { help: help || !version, version, command, overrides: {}, positionals, flags: [] };
  }
  const flags = flagTokens.filter(({ name }) => name !== 'help' && name !== 'version');
  if (word === undefined) problems.push(`No command was given. Known: ${COMMANDS.join(', ')}.`);
  const inputs = collectFlags(flags, command, problems);
  // A word after an unknown flag is probably its value.
  if (command !== null && problems.length === 0)
    problems.push(...listPositionalProblems(command, positionals));
  const overrides = parseOverrides(inputs, problems);
  return { help: false, version, command, overrides, positionals, flags: inputs.flatMap(listShownFlags) };
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  ...Object.fromEntries(
    FLAGS.map((spec) => [spec.name, { type: isSwitch(spec) ? 'boolean' : 'string' } as const]),
  ),
} as const;

type FlagToken = { readonly name: string; readonly rawName: string; readonly value: string | undefined };

function collectFlags(
  flagTokens: readonly FlagToken[],
  command: Command | null,
  problems: string[],
): readonly InputText[] {
  const knownFlags = command === null ? FLAGS : listFlags(command);
  const texts = new Map<InputSpec, string>();
  for (const flag of flagTokens) {
    const spec = knownFlags.find(({ name }) => name === flag.name);
    const problem = spec === undefined ? describeUnknownFlag(flag, command) : findFlagProblem(flag, spec);
    if (spec === undefined || problem !== null) {
      problems.push(problem ?? '');
      continue;
    }
    const earlier = spec.list && texts.has(spec) ? `${texts.get(spec)}\n` : '';
    texts.set(spec, earlier + (flag.value ?? 'true'));
  }
  return [...texts].map(([spec, text]) => ({ spec, label: `Flag \`--${spec.name}\``, text }));
}

function findFlagProblem({ name, value }: FlagToken, spec: InputSpec): string | null {
  if (isSwitch(spec)) {
    return value === undefined ? null : `Flag \`--${name}\` takes no value: write \`--${name}\`.`;
  }
  return value === undefined || value.startsWith('--')
    ? `Flag \`--${name}\` has no value: write \`--${name} <${spec.value}>\`.`
    : null;
}

function describeUnknownCommand(word: string): string {
  return `Command \`${word}\` is not known. ${suggestName(word, [...COMMANDS, 'help'])}`;
}

function describeUnknownFlag({ name, rawName }: FlagToken, command: Command | null): string {
  const spec = INPUTS.find((row) => row.name === name);
  if (spec?.secret === true) {
    return `Flag \`${rawName}\` is not known: other users of a machine can read its command lines. Use the environment variable OPENAI_API_KEY, or \`api-key-env\` in the config file.`;
  }
  if (spec !== undefined) {
    const places = spec.places.map((place) => (place === 'action' ? 'the action' : place)).join(', ');
    return `Flag \`${rawName}\` does not go with the command ${command}; it is for ${places}.`;
  }
  const knownFlags = command === null ? FLAGS : listFlags(command);
  const names = [...knownFlags.map((row) => `--${row.name}`), '--help', '--version'];
  return `Flag \`${rawName}\` is not known. ${suggestName(rawName, names)}`;
}

function listPositionalProblems(command: Command, positionals: readonly string[]): readonly string[] {
  const { arguments: wanted, argumentsOptional = false } = findCommand(command);
  const usage = ['prompt-regression', command, ...wanted].join(' ');
  const extra = positionals[wanted.length];
  if (extra !== undefined) return [`\`${command}\` does not take \`${extra}\`: write \`${usage}\`.`];
  if (positionals.length === wanted.length || (positionals.length === 0 && argumentsOptional)) return [];
  return [`\`${command}\` needs ${wanted.length} files: write \`${usage}\`.`];
}

function listShownFlags({ spec, text }: InputText): readonly FlagText[] {
  if (isSwitch(spec)) return [{ name: spec.name, value: null }];
  return text.split('\n').map((value) => ({ name: spec.name, value }));
}

/** A command to paste into a shell, with the applicable flags. */
export function renderCommandLine(
  program: string,
  command: Command,
  flags: readonly FlagText[],
  more: readonly string[] = [],
): string {
  const own = flags.filter(({ name }) => listFlags(command).some((spec) => spec.name === name));
  const words = own.flatMap(({ name, value }) => [
    `--${name}`,
    ...(value === null ? [] : [quoteForShell(value)]),
  ]);
  return [program, command, ...words, ...more].join(' ');
}

function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const WIDTH = 100;

/** The text of `--help`, for one command or (`null`) the whole program; ends with a line break. */
export function renderHelp(command: Command | null): string {
  return command === null ? renderOverview() : renderCommandHelp(command);
}

function renderOverview(): string {
  const indent = Math.max(...COMMANDS.map((name) => name.length)) + 4;
  const { examples } = findCommand('run');
  return joinLines([
    'Usage: prompt-regression <command> [flags]',
    '',
    "Checks whether a prompt change made an agent's answers less relevant.",
    '',
    'Commands:',
    ...COMMANDS.flatMap((name) => renderEntry(name, findCommand(name).line, indent)),
    ...renderEntry('help', 'Show the flags of a command, for example: help run.', indent),
    '',
    ...renderExitCodes(findCommand('run').exits),
    '',
    'Examples:',
    '  prompt-regression demo',
    `  ${examples.at(-1) ?? ''}`,
    '',
    `Details: ${namePage('cli.md')}. Version: --version.`,
  ]);
}

function renderCommandHelp(command: Command): string {
  const { line, more, arguments: words, argumentsOptional, exits, examples } = findCommand(command);
  const specs = listFlags(command);
  const names = [
    ...specs.map((spec) => `--${spec.name}${isSwitch(spec) ? '' : ` <${spec.value}>`}`),
    '--help',
  ];
  const indent = Math.max(...names.map((name) => name.length)) + 4;
  const argumentList = words.map((word) => `<${word}>`).join(' ');
  const usage = argumentsOptional ? `[${argumentList}]` : argumentList;
  return joinLines([
    ['Usage: prompt-regression', command, usage, '[flags]'].filter((part) => part !== '').join(' '),
    '',
    line,
    ...more.flatMap((text) => wrapText(text, WIDTH)),
    '',
    'Flags:',
    ...specs.flatMap((spec, row) => renderEntry(names[row] ?? '', spec.flag.replaceAll('`', ''), indent)),
    ...renderEntry('--help', 'Show this text.', indent),
    '',
    ...renderExitCodes(exits),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
  ]);
}

function renderExitCodes(exits: Readonly<Record<number, string>>): readonly string[] {
  const all = [...Object.entries(exits), [String(STOPPED.code), STOPPED.meaning] as const];
  return ['Exit codes:', ...all.flatMap(([code, meaning]) => renderEntry(code.padStart(3), meaning, 7))];
}

function renderEntry(name: string, text: string, indent: number): readonly string[] {
  const [first = '', ...rest] = wrapText(text, WIDTH - indent);
  return [`  ${name}`.padEnd(indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
}

function wrapText(text: string, width: number): readonly string[] {
  const wrapped: string[] = [];
  for (const word of text.split(' ')) {
    const last = wrapped.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) wrapped.push(word);
    else wrapped[wrapped.length - 1] = `${last} ${word}`;
  }
  return wrapped;
}

function joinLines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
