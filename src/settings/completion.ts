import { COMMANDS, commandSpec, type Shell } from './command-table.js';
import { FLAGS, flagsOf, isSwitch } from './flags.js';
import type { InputSpec } from './inputs/input-table.js';

const PROGRAM = 'prompt-regression';

/** The script that completes commands, flags and their files in a shell; ends with a line break. */
export function renderCompletion(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return renderBash();
    case 'zsh':
      return renderZsh();
    case 'fish':
      return renderFish();
    default:
      return shell satisfies never;
  }
}

/** What the shell offers behind a flag, or in the place of a word. */
function isPath({ value }: InputSpec): boolean {
  return value === 'file' || value === 'folder' || value === 'baseline';
}

function summaryOf({ description }: InputSpec): string {
  return plain((/^.*?[.;:](?= |$)/.exec(description)?.[0] ?? description).replace(/[.;:]$/, ''));
}

/** Text without what any of the shells would take for more than text. */
function plain(text: string): string {
  return text
    .replaceAll("'", '’')
    .replaceAll(/[`"\\$[\]]/g, '')
    .replaceAll(':', ',');
}

function renderBash(): string {
  const names = (specs: readonly InputSpec[]) => [...new Set(specs.map(({ name }) => `--${name}`))];
  const takesValue = FLAGS.filter((spec) => !isSwitch(spec));
  const cases = COMMANDS.flatMap((command) => {
    const words = commandSpec(command).arguments.flatMap(({ words: known = [] }) => known);
    const files = commandSpec(command).arguments.some(({ words: known }) => known === undefined);
    const offered = [...words, ...names(flagsOf(command)), '--help'].join(' ');
    return [
      `    ${command}) COMPREPLY=($(compgen -W '${offered}' -- "$cur")${files ? ' $(compgen -f -- "$cur")' : ''}) ;;`,
    ];
  });
  return `# ${PROGRAM} completion for bash
_prompt_regression() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
    ${[...COMMANDS, 'help'].join(' | ')}) command="$word" && break ;;
    esac
  done
  COMPREPLY=()
  case "$prev" in
    ${names(takesValue.filter(isPath)).join(' | ')})
      COMPREPLY=($(compgen -f -- "$cur"))
      return ;;
    ${names(takesValue.filter((spec) => !isPath(spec))).join(' | ')})
      return ;;
  esac
  case "$command" in
${cases.join('\n')}
    help) COMPREPLY=($(compgen -W '${COMMANDS.join(' ')}' -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W '${[...COMMANDS, 'help', '--help', '--version'].join(' ')}' -- "$cur")) ;;
  esac
}
complete -o filenames -F _prompt_regression ${PROGRAM}
`;
}

function renderZsh(): string {
  const described = COMMANDS.map((command) => `    '${command}:${plain(commandSpec(command).line)}'`);
  const cases = COMMANDS.map((command) => {
    const flags = flagsOf(command).map((spec) => {
      const value = isSwitch(spec) ? '' : `:${spec.value}:${isPath(spec) ? '_files' : ' '}`;
      return `'${spec.list ? '*' : ''}--${spec.name}[${summaryOf(spec)}]${value}'`;
    });
    const words = commandSpec(command).arguments.map(
      ({ name, words: known }, at) =>
        `'${at + 1}:${name}:${known === undefined ? '_files' : `(${known.join(' ')})`}'`,
    );
    return [
      `    ${command})`,
      `      _arguments ${[...flags, "'--help[Show help]'", ...words].join(' \\\n        ')} ;;`,
    ].join('\n');
  });
  return `#compdef ${PROGRAM}
_prompt_regression() {
  local -a commands
  commands=(
${described.join('\n')}
    'help:Show the flags of a command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
    help) _describe command commands ;;
  esac
}
if [[ "$funcstack[1]" == _prompt_regression ]]; then
  _prompt_regression "$@"
else
  compdef _prompt_regression ${PROGRAM}
fi
`;
}

function renderFish(): string {
  const lines = COMMANDS.flatMap((command) => {
    const seen = `-n '__fish_seen_subcommand_from ${command}'`;
    const { line, arguments: words } = commandSpec(command);
    return [
      `complete -c ${PROGRAM} -n __fish_use_subcommand -f -a ${command} -d '${plain(line)}'`,
      ...words.flatMap(({ words: known }) =>
        known === undefined
          ? [`complete -c ${PROGRAM} ${seen} -F`]
          : [`complete -c ${PROGRAM} ${seen} -f -a '${known.join(' ')}'`],
      ),
      ...(words.length === 0 ? [`complete -c ${PROGRAM} ${seen} -f`] : []),
      ...flagsOf(command).map((spec) => {
        const value = isSwitch(spec) ? '' : isPath(spec) ? ' -r -F' : ' -x';
        return `complete -c ${PROGRAM} ${seen} -l ${spec.name}${value} -d '${summaryOf(spec)}'`;
      }),
    ];
  });
  return `# ${PROGRAM} completion for fish
${lines.join('\n')}
complete -c ${PROGRAM} -n __fish_use_subcommand -f -a help -d 'Show the flags of a command'
complete -c ${PROGRAM} -n '__fish_seen_subcommand_from help' -f -a '${COMMANDS.join(' ')}'
complete -c ${PROGRAM} -l help -d 'Show help'
`;
}
