import { parseArgs } from 'node:util';
import { suggestName } from '../text/nearest-name.js';
import { INPUTS } from './input-table.js';
import {
  COMMANDS,
  type Command,
  type GivenInput,
  type InputSpec,
  type Overrides,
  parseOverrides,
} from './overrides.js';

/** What the command line asks for. Without any argument it asks for help. */
export type Invocation =
  | {
      readonly help: false;
      readonly version: false;
      readonly command: Command;
      readonly overrides: Overrides;
      /** Arguments that belong to no flag: the two files of `compare`, none otherwise. */
      readonly positionals: readonly string[];
    }
  | {
      readonly help: boolean;
      readonly version: boolean;
      /** `null`: asked about no command in particular. */
      readonly command: Command | null;
      readonly overrides: Overrides;
      readonly positionals: readonly string[];
    };

/** Commands whose arguments may be left out, all of them. */
export const OPTIONAL_POSITIONALS: ReadonlySet<Command> = new Set(['aa-check']);

/** How many arguments without a flag each command takes, and what they are. */
export const POSITIONALS: Readonly<Record<Command, readonly string[]>> = {
  run: [],
  baseline: [],
  compare: ['base.json', 'head.json'],
  rejudge: ['record.json'],
  'aa-check': ['first.json', 'second.json'],
  lint: [],
  demo: [],
};

/**
 * Parses the arguments after the program's name.
 * Throws `UserError` with all problems: unknown commands and flags with the nearest known name, values by their rule.
 */
export function parseFlags(argv: readonly string[]): Invocation {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  };
  for (const spec of INPUTS) {
    if (isFlag(spec)) options[spec.name] = { type: 'string', multiple: true };
  }
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const words: string[] = [];
  const flags: { readonly name: string; readonly rawName: string; readonly value: string | undefined }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'positional') {
      const stray = words.length > 0 && belongsToUnknownFlag(tokens[at - 1]);
      if (!stray) words.push(token.value);
    }
    if (token.kind === 'option') flags.push({ name: token.name, rawName: token.rawName, value: token.value });
  }
  const [word, ...positionals] = words;
  const command = COMMANDS.find((known) => known === word) ?? null;
  const asked = {
    help: flags.some((f) => f.name === 'help'),
    version: flags.some((f) => f.name === 'version'),
  };
  const unknown =
    word !== undefined && command === null
      ? [`Command \`${word}\` is not known. ${suggestName(word, COMMANDS)}`]
      : [];
  if (unknown.length === 0 && (asked.help || asked.version)) {
    return { ...asked, command, overrides: {}, positionals };
  }
  const { given, problems } = collectFlags(flags, command);
  const found = [...unknown, ...problems, ...positionalProblems(command, positionals)];
  if (word === undefined && argv.length > 0)
    found.push(`No command was given. Known: ${COMMANDS.join(', ')}.`);
  const overrides = parseOverrides(given, found);
  return command === null
    ? { help: true, version: false, command, overrides, positionals }
    : { help: false, version: false, command, overrides, positionals };
}

export function isFlag(spec: InputSpec): boolean {
  return spec.places.some((place) => place !== 'action');
}

/** What follows a flag that is not known was meant for it: to call it a superfluous argument would only confuse. */
function belongsToUnknownFlag(before: ParsedToken | undefined): boolean {
  return (
    before?.kind === 'option' &&
    before.rawName.startsWith('--') &&
    before.value === undefined &&
    !['help', 'version'].includes(before.name) &&
    !INPUTS.some((spec) => isFlag(spec) && spec.name === before.name)
  );
}

type ParsedToken = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function collectFlags(
  flags: readonly { readonly name: string; readonly rawName: string; readonly value: string | undefined }[],
  command: Command | null,
): { readonly given: readonly GivenInput[]; readonly problems: readonly string[] } {
  const texts = new Map<InputSpec, string[]>();
  const problems: string[] = [];
  for (const { name, rawName, value } of flags) {
    if (name === 'help' || name === 'version') continue;
    const spec = INPUTS.find((row) => row.name === name);
    if (spec === undefined || !isFlag(spec) || (command !== null && !spec.places.includes(command))) {
      problems.push(unknownFlag(rawName, spec, command));
    } else if (value === undefined || value.startsWith('--')) {
      problems.push(`Flag \`--${name}\` has no value: write \`--${name} <${spec.value}>\`.`);
    } else if (texts.has(spec) && !spec.list) {
      problems.push(`Flag \`--${name}\` was given twice: give it once.`);
    } else {
      texts.set(spec, [...(texts.get(spec) ?? []), value]);
    }
  }
  const given = [...texts].map(([spec, values]) => ({
    spec,
    label: `Flag \`--${spec.name}\``,
    text: values.join('\n'),
  }));
  return { given, problems };
}

function unknownFlag(rawName: string, spec: InputSpec | undefined, command: Command | null): string {
  if (spec?.secret === true) {
    return `Flag \`${rawName}\` is not known: other users of a machine can read its command lines. Use the environment variable OPENAI_API_KEY, or \`api-key-env\` in the config file.`;
  }
  if (spec !== undefined && !isFlag(spec)) {
    return `Flag \`${rawName}\` is not known: \`${spec.name}\` is an input of the action only.`;
  }
  if (spec !== undefined) {
    const places = spec.places.filter((place) => place !== 'action').join(', ');
    return `Flag \`${rawName}\` does not go with the command ${command}; it is for ${places}.`;
  }
  const known = INPUTS.filter((row) => isFlag(row) && (command === null || row.places.includes(command)));
  const names = [...known.map((row) => `--${row.name}`), '--help', '--version'];
  return `Flag \`${rawName}\` is not known. ${suggestName(rawName, names)}`;
}

function positionalProblems(command: Command | null, positionals: readonly string[]): readonly string[] {
  if (command === null) return [];
  const wanted = POSITIONALS[command];
  if (positionals.length === wanted.length) return [];
  if (positionals.length === 0 && OPTIONAL_POSITIONALS.has(command)) return [];
  const usage = ['prompt-regression', command, ...wanted].join(' ');
  const extra = positionals[wanted.length];
  return extra === undefined
    ? [
        `\`${command}\` needs ${wanted.length === 1 ? 'a file' : `${wanted.length} files`}: write \`${usage}\`.`,
      ]
    : [`\`${command}\` does not take \`${extra}\`: write \`${usage}\`.`];
}
