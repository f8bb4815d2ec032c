import { type PromptFile, parsePromptFile } from '../../dataset/prompt-file.js';
import { UserError } from '../../model/errors.js';
import type { FileReader } from '../../model/repository.js';
import { openProgram, type Program } from '../../project/find-program.js';
import { findProject, type Project } from '../../project/find-project.js';
import { isSource } from '../../project/find-sources.js';
import { findNearestName } from '../../text/nearest-name.js';
import { hasCommand } from './language-setup.js';
import { describeByHand } from './other-agents.js';
import { type FolderOptions, setUpProgram } from './set-up-program.js';
import { setUpPrompt } from './set-up-prompt.js';
import type { Setup } from './write-project.js';

type SetupOptions = FolderOptions & {
  /** A file, or `prompt` or `command` for the most likely one. */
  readonly target: string | undefined;
};

/** A suite for the program or the prompt that a folder has; without either, for a prompt to edit. */
export async function setUpProject({ target, ...folder }: SetupOptions): Promise<Setup> {
  const { reader } = folder;
  const project = await findProject(reader);
  const { program, prompt } = await chooseAgent(project, target, reader);
  return program === null ? setUpPrompt(prompt, project, reader) : setUpProgram(program, project, folder);
}

/** The target of a suite: a program, else a prompt, else a prompt that is still to be written. */
type Agent = { readonly program: Program | null; readonly prompt: PromptFile | null };

async function chooseAgent(project: Project, target: string | undefined, reader: FileReader): Promise<Agent> {
  const { prompts, programs } = project;
  const [prompt = null] = prompts;
  const runnable = programs.filter(({ path, isServer }) => hasCommand(path) && !isServer);
  switch (target) {
    case undefined: {
      // A prompt alone is tested without a change of the code, unless a program shows that it is more.
      const [program = null] =
        prompt === null ? runnable : runnable.filter((each) => each.canStart && each.prompts.length > 0);
      return { program, prompt };
    }
    case 'prompt':
      return { program: null, prompt };
    case 'command': {
      const [program] = runnable.toSorted((a, b) => Number(b.canStart) - Number(a.canStart));
      if (program === undefined) {
        const [first] = programs;
        throw new UserError(
          first === undefined
            ? `target: found no program. ${NAME_FILE}`
            : `target: ${first.path} has no command that \`init\` knows${describeByHand(first)}`,
        );
      }
      return { program, prompt };
    }
    default:
      return findTarget(project, target, reader);
  }
}

const NAME_FILE =
  'Name its file, such as `--target src/agent.py`; a program in another language is the `command` of a suite in prompt-regression.yml';

/** The file that the user names. Throws `UserError` if it cannot be tested. */
async function findTarget(project: Project, path: string, reader: FileReader): Promise<Agent> {
  const text = await reader.read(path);
  if (text === null) {
    const near = findNearestName(path, project.candidates);
    throw new UserError(`target: there is no file ${path}${near === null ? '' : `; did you mean ${near}?`}`);
  }
  if (hasCommand(path)) {
    const program = await openProgram(reader, { path, text, isStarted: true }, project.prompts);
    return { program, prompt: null };
  }
  if (isSource(path)) throw new UserError(`target: ${path} has no command that \`init\` knows. ${NAME_FILE}`);
  return { program: null, prompt: parsePromptFile(text, path) };
}
