import { parseArgs } from 'node:util';
import { suggestName } from '../text/nearest-name.js';
import { COMMANDS, type Command, commandSpec } from './command-table.js';
import { INPUTS, type InputSpec } from './inputs/input-table.js';
import { type InputText, type Overrides, parseOverrides } from './overrides.js';

/** A flag as it was given; `null` for one that takes no value. */
export type FlagText = { readonly name: string; readonly value: string | null };

/** The parsed command line. Without arguments it is `help`. */
export type Invocation = {
  readonly help: boolean;
  readonly version: boolean;
  /** `null`: asked about no command in particular. */
  readonly command: Command | null;
  readonly overrides: Overrides;
  /** Arguments without a flag, such as the files of `compare`. */
  readonly positionals: readonly string[];
  /** The flags behind `overrides`, to be repeated in advice. */
  readonly flags: readonly FlagText[];
};

/**
 * Parses the arguments after the program's name. Throws `UserError` with all problems: unknown commands and flags with
 * the nearest known name, values by their rule.
 */
export function parseFlags(argv: readonly string[]): Invocation {
  const { words, flags } = readTokens(argv);
  const isHelp = words[0] === 'help';
  const [word, ...positionals] = isHelp ? words.slice(1) : words;
  const command = COMMANDS.find((name) => name === word) ?? null;
  const problems = word !== undefined && command === null ? [unknownCommand(word)] : [];
  const help = isHelp || flags.some(({ name }) => name === 'help');
  const version = flags.some(({ name }) => name === 'version');
  if (problems.length === 0 && (help || version)) {
    return { help, version, command, overrides: {}, positionals, flags: [] };
  }
  const inputs = collectFlags(flags, command, problems);
  problems.push(...positionalProblems(command, positionals));
  if (word === undefined && argv.length > 0) {
    problems.push(`No command was given. Known: ${COMMANDS.join(', ')}.`);
  }
  const overrides = parseOverrides(inputs, problems);
  return {
    help: command === null,
    version: false,
    command,
    overrides,
    positionals,
    flags: inputs.flatMap(shownFlags),
  };
}

type FlagToken = { readonly name: string; readonly rawName: string; readonly value: string | undefined };

/** The words and the flags of a command line. */
function readTokens(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly flags: readonly FlagToken[];
} {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  };
  for (const spec of FLAGS) {
    options[spec.name] = { type: isSwitch(spec) ? 'boolean' : 'string', multiple: true };
  }
  const args = { args: [...argv], options, strict: false, allowPositionals: true } as const;
  const { tokens } = parseArgs({ ...args, tokens: true });
  const words: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'positional') continue;
    const stray = words.length > 0 && belongsToUnknownFlag(tokens[at - 1]);
    if (!stray) words.push(token.value);
  }
  const flags = tokens.flatMap((token) =>
    token.kind === 'option' ? [{ name: token.name, rawName: token.rawName, value: token.value }] : [],
  );
  return { words, flags };
}

function shownFlags({ spec, text }: InputText): readonly FlagText[] {
  if (isSwitch(spec)) return [{ name: spec.name, value: null }];
  return text.split('\n').map((value) => ({ name: spec.name, value }));
}

/** A command to paste into a shell, with the applicable flags. */
export function renderCall(
  program: string,
  command: Command,
  flags: readonly FlagText[],
  more: readonly string[] = [],
): string {
  const own = flags.filter(({ name }) => flagsOf(command).some((spec) => spec.name === name));
  const words = own.flatMap(({ name, value }) => [`--${name}`, ...(value === null ? [] : [quoted(value)])]);
  return [program, command, ...words, ...more].join(' ');
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The rows of `INPUTS` that are flags of some command. */
export const FLAGS: readonly InputSpec[] = INPUTS.filter(({ places }) =>
  places.some((place) => place !== 'action'),
);

export function flagsOf(command: Command): readonly InputSpec[] {
  return FLAGS.filter(({ places }) => places.includes(command));
}

/** True if a flag takes no value. */
export function isSwitch({ value }: InputSpec): boolean {
  return value === 'switch';
}

/** A word after an unknown flag is probably its value, so it is not reported as well. */
function belongsToUnknownFlag(before: ParsedToken | undefined): boolean {
  return (
    before?.kind === 'option' &&
    before.rawName.startsWith('--') &&
    before.value === undefined &&
    !['help', 'version'].includes(before.name) &&
    !FLAGS.some((spec) => spec.name === before.name)
  );
}

type ParsedToken = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function collectFlags(
  flags: readonly FlagToken[],
  command: Command | null,
  problems: string[],
): readonly InputText[] {
  const known = command === null ? FLAGS : flagsOf(command);
  const texts = new Map<InputSpec, string[]>();
  for (const flag of flags) {
    if (flag.name === 'help' || flag.name === 'version') continue;
    const spec = known.find(({ name }) => name === flag.name);
    if (spec === undefined) {
      problems.push(unknownFlag(flag, command));
      continue;
    }
    const earlier = texts.get(spec);
    const problem = flagProblem(flag, spec, earlier !== undefined);
    if (problem !== null) problems.push(problem);
    else texts.set(spec, isSwitch(spec) ? ['true'] : [...(earlier ?? []), flag.value ?? '']);
  }
  return [...texts].map(([spec, values]) => ({
    spec,
    label: `Flag \`--${spec.name}\``,
    text: values.join('\n'),
  }));
}

function flagProblem({ name, value }: FlagToken, spec: InputSpec, isRepeated: boolean): string | null {
  if (isSwitch(spec)) {
    return value === undefined
      ? null
      : `Flag \`--${name}\` takes no value: write \`--${name}\`, or leave it out.`;
  }
  if (value === undefined || value.startsWith('--')) {
    return `Flag \`--${name}\` has no value: write \`--${name} <${spec.value}>\`.`;
  }
  return isRepeated && !spec.list ? `Flag \`--${name}\` was given twice: give it once.` : null;
}

function unknownCommand(word: string): string {
  return `Command \`${word}\` is not known. ${suggestName(word, [...COMMANDS, 'help'])}`;
}

function unknownFlag({ name, rawName }: FlagToken, command: Command | null): string {
  const spec = INPUTS.find((row) => row.name === name);
  if (spec?.secret === true) {
    return `Flag \`${rawName}\` is not known: other users of a machine can read its command lines. Use the environment variable OPENAI_API_KEY, or \`api-key-env\` in the config file.`;
  }
  if (spec !== undefined && !FLAGS.includes(spec)) {
    return `Flag \`${rawName}\` is not known: \`${spec.name}\` is an input of the action only.`;
  }
  if (spec !== undefined) {
    const places = spec.places.filter((place) => place !== 'action').join(', ');
    return `Flag \`${rawName}\` does not go with the command ${command}; it is for ${places}.`;
  }
  const known = command === null ? FLAGS : flagsOf(command);
  const names = [...known.map((row) => `--${row.name}`), '--help', '--version'];
  return `Flag \`${rawName}\` is not known. ${suggestName(rawName, names)}`;
}

function positionalProblems(command: Command | null, positionals: readonly string[]): readonly string[] {
  if (command === null) return [];
  const { arguments: wanted, argumentsOptional = false } = commandSpec(command);
  const usage = ['prompt-regression', command, ...wanted].join(' ');
  const extra = positionals[wanted.length];
  if (extra !== undefined) return [`\`${command}\` does not take \`${extra}\`: write \`${usage}\`.`];
  if (positionals.length === 0 && argumentsOptional) return [];
  if (positionals.length < wanted.length) {
    return [`\`${command}\` needs ${wanted.length} files: write \`${usage}\`.`];
  }
  return [];
}
