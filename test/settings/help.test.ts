import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/settings/command-table.js';
import { FLAGS, isSwitch, parseFlags, renderHelp } from '../../src/settings/flags.js';
import { codeBlocks } from '../build/code-blocks.js';

test.each(COMMANDS)(
  'help of %s names each of its flags and no other, with an example that is accepted',
  (command) => {
    const help = renderHelp(command);
    for (const spec of FLAGS) {
      const shown = `\n  --${spec.name} ${isSwitch(spec) ? ' ' : '<'}`;
      expect(help.includes(shown), shown).toBe(spec.places.includes(command));
    }
    expect(help).toMatch(/\nExit codes:\n {4}0 {2}\S[\s\S]*\n {2}130 {2}stopped with Ctrl-C\n/);
    const examples = help.slice(help.search(/Examples?:/)).match(/prompt-regression .*/g) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(parseFlags(example.split(' ').slice(1))).toMatchObject({ command, help: false });
    }
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  },
);

test('the overview names every command, with an example', () => {
  const help = renderHelp(null);
  for (const command of COMMANDS) expect(help).toMatch(new RegExp(`^ {2}${command} +[A-Z]`, 'm'));
  expect(help).toContain('prompt-regression run --failed --verbose');
});

test('help of compare', () => {
  expect(renderHelp('compare')).toMatchInlineSnapshot(`
    "Usage: prompt-regression compare <base.json> <head.json> [flags]

    Compare two run records and decide. Calls no model without --facts.
    Uses the gate of the suite with the same name in the config file, otherwise the default gate.

    Flags:
      --config <file>               Config file. Default: prompt-regression.yml.
      --suite <name>                Use only this suite. May be repeated.
      --working-directory <folder>  Folder that all paths are relative to. Default: the current one.
      --output <folder>             Folder for records and reports. Default: under .prompt-regression.
      --verbose                     Show every case with its question, statements and both answers.
      --by <tag>                    Also print a table by tag.
      --json                        Print the result as JSON (schemas/result.schema.json; coverage: its
                                    maps).
      --facts                       Ask the judge whether an answer lost or contradicts a fact, as run
                                    does.
      --help                        Show this text.

    Exit codes:
        0  passed
        1  a regression, a mean below the threshold, or a change that needs human review
        2  an error in flags, config file or dataset, or a missing key
        3  inconclusive: agent or judge could not be reached, or a budget was spent
      130  stopped with Ctrl-C

    Example:
      prompt-regression compare main.json branch.json
    "
  `);
});

test('the commands of docs/cli.md are accepted as they stand', () => {
  const lines = codeBlocks('docs/cli.md', 'console')
    .flatMap((block) => block.trim().split('\n'))
    // The installation comes first.
    .filter((line) => !/^\$ (?:git|cd) /.test(line));
  expect(lines.length).toBeGreaterThan(12);
  for (const line of lines) {
    const [, words = ''] = /^\$ prompt-regression (.*?)(?: +(?:#|>).*)?$/.exec(line) ?? [];
    expect(words, line).not.toBe('');
    expect(parseFlags(words.replaceAll("'", '').split(' ')).command, line).not.toBeNull();
  }
});
