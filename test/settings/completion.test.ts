import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMANDS, SHELLS } from '../../src/settings/command-table.js';
import { renderCompletion } from '../../src/settings/completion.js';
import { FLAGS } from '../../src/settings/flags.js';

/** What bash offers at the end of a line. */
function offered(...words: readonly string[]): readonly string[] {
  const line = ['prompt-regression', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _prompt_regression; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `complete() { :; }\n${renderCompletion('bash')}\n${ask}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname })
    .split('\n')
    .filter((text) => text !== '');
}

describe('in bash', () => {
  test('commands, the flags of each, and the words and files that they take', () => {
    expect(offered('')).toEqual([...COMMANDS, 'help', '--help', '--version']);
    expect(offered('ba')).toEqual(['baseline']);
    expect(offered('run', '--fa')).toEqual(['--fail-on', '--failed']);
    expect(offered('lint', '--fai')).toEqual(['--fail-on']);
    expect(offered('completion', 'z')).toEqual(['zsh']);
    expect(offered('run', '--prompt', 'completion.t')).toEqual(['completion.test.ts']);
    expect(offered('compare', 'completion.t')).toEqual(['completion.test.ts']);
    expect(offered('run', '--model', '')).toEqual([]);
    expect(offered('run', '--verbose', '--mod')).toEqual(['--model']);
    expect(offered('help', 'li')).toEqual(['lint']);
  });
});

test.each(SHELLS)('the script of %s knows every command and flag', (shell) => {
  const script = renderCompletion(shell);
  for (const command of COMMANDS) expect(script).toContain(command);
  for (const { name } of FLAGS) expect(script).toContain(shell === 'fish' ? `-l ${name} ` : `--${name}`);
});
