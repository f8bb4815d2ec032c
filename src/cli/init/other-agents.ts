import type { PromptFile } from '../../dataset/prompt-file.js';
import type { Program } from '../../project/find-program.js';
import type { Project } from '../../project/find-project.js';
import { listNamedPrompts } from '../../project/find-prompts.js';
import { namePage } from '../../settings/page-name.js';
import { renderFirst } from '../../text/values.js';
import { hasCommand } from './language-setup.js';

/** More are not named. */
export const MAX_OTHERS = 5;

/** Other files that may be the prompt: those that the code names; every prompt if it names none. */
export function listOtherPrompts({ prompts, sources }: Project, chosen: string): readonly PromptFile[] {
  const code = sources.map(({ text }) => text).join('\n');
  const named = listNamedPrompts(code, prompts);
  return (named.length === 0 ? prompts : named).filter(({ path }) => path !== chosen);
}

/** Programs that are not a part of the chosen one or of a more likely one. */
export function listOtherPrograms({ programs }: Project, chosen: string): readonly Program[] {
  return programs.filter(
    ({ path }, at) =>
      path !== chosen &&
      !programs.some((other, before) => (before < at || other.path === chosen) && other.files.has(path)),
  );
}

/** The programs that `--target` can name. */
export function listTargets(programs: readonly Program[]): readonly string[] {
  return programs.filter(({ path, isServer }) => hasCommand(path) && !isServer).map(({ path }) => path);
}

/** Other programs that may be the agent, so that nothing is chosen silently. */
export function describePrograms(programs: readonly Program[]): readonly string[] {
  return programs
    .slice(0, MAX_OTHERS)
    .map(
      (program) =>
        `found  ${program.path}: it seems to be an agent${describePrompts(program)}${describeByHand(program)}`,
    );
}

/** How to test a program that `--target` cannot name. */
export function describeByHand(program: Program): string {
  if (program.isServer)
    return `. It waits for requests: name its URL (${namePage('agents.md#an-agent-behind-a-url')}), or test the file whose function it calls`;
  return hasCommand(program.path)
    ? ''
    : `. To test it, write its \`command\` in prompt-regression.yml: ${namePage('agents.md')}`;
}

export function describePrompts({ prompts }: Program): string {
  return prompts.length === 0 ? '' : `, which reads ${listPaths(prompts)}`;
}

export function listPaths(prompts: readonly PromptFile[]): string {
  return renderFirst(prompts, MAX_OTHERS, ({ path }) => path);
}
