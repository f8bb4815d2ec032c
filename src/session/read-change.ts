import type { CutChange, VariantContent, VariantName } from '../cause/build-variant.js';
import { type ChangedSetting, cutHunks, type Edit, type FileVersions, type Hunk } from '../cause/hunks.js';
import type { ChangedFile } from '../model/changed-file.js';
import type { CauseHunk, CauseLines, Suggestion } from '../model/explanation.js';
import { omitUndefined } from '../model/omit-undefined.js';
import type { Side, SideName } from '../model/side.js';
import { describeTarget, type TargetSettings } from '../model/target-settings.js';
import type { Variant } from '../produce/variant-agents.js';

/** The agents of both sides. */
type Agents = Readonly<Record<SideName, Side>>;

/** The difference between both agents, in parts that can be left out. */
export function cutChange({ base, head }: Agents, changedFiles: readonly ChangedFile[]): CutChange {
  const isPrompt = describeTarget(head.target).prompt !== null;
  const files = changedFiles
    .filter(({ role }) => role === (isPrompt ? 'prompt' : 'agent'))
    .map(({ path, before, after }): FileVersions => {
      // A side that lacks the file is empty.
      return { path, base: before === '' ? null : before, head: after === '' ? null : after };
    });
  const settings = listSettings(base, head);
  return { files, settings, hunks: cutHunks(files, settings) };
}

/** Of two prompts, the settings one by one; of other agents, all settings as one part. */
function listSettings(atBase: Side, atHead: Side): readonly ChangedSetting[] {
  const [base, head] = [atBase.target, atHead.target];
  if (!('parameters' in base) || !('parameters' in head)) return [{ name: 'target', base, head }];
  const names = new Set([...Object.keys(base.parameters), ...Object.keys(head.parameters)]);
  const isOtherProvider = atBase.provider.baseUrl !== atHead.provider.baseUrl;
  const nameModel = (model: string | null, { provider }: Side) =>
    isOtherProvider ? `${model ?? ''} at ${provider.baseUrl}` : model;
  return [
    { name: 'model', base: nameModel(base.model, atBase), head: nameModel(head.model, atHead) },
    { name: 'thoughts', base: base.thoughts, head: head.thoughts },
    ...[...names].map((name) => ({
      name: `parameters.${name}`,
      base: base.parameters[name],
      head: head.parameters[name],
    })),
  ];
}

/** The agent of a variant. Its files have the head's paths. */
export function openVariant(
  { base, head }: Agents,
  { origin }: VariantName,
  { files, settings }: VariantContent,
): Variant {
  const sides = { base, head };
  const pick = (name: string) => sides[settings.get(name) ?? origin];
  const own = sides[origin];
  const target =
    'parameters' in base.target && 'parameters' in head.target
      ? mixPrompts(base.target, head.target, (name) => settings.get(name) ?? origin)
      : pick('target').target;
  // A working copy has no commit of its own: its changed files are written over the base's.
  return {
    side: { ...own, commit: own.commit ?? base.commit, target, provider: pick('model').provider },
    files,
  };
}

type PromptSettings = Extract<TargetSettings, { readonly kind: 'prompt' }>;

function mixPrompts(
  base: PromptSettings,
  head: PromptSettings,
  sideOf: (name: string) => SideName,
): PromptSettings {
  const sides = { base, head };
  const names = [...new Set([...Object.keys(base.parameters), ...Object.keys(head.parameters)])];
  const { thoughts } = sides[sideOf('thoughts')];
  return omitUndefined({
    kind: 'prompt',
    prompt: head.prompt,
    model: sides[sideOf('model')].model,
    parameters: Object.fromEntries(
      names.flatMap((name) => {
        const { parameters } = sides[sideOf(`parameters.${name}`)];
        return Object.hasOwn(parameters, name) ? [[name, parameters[name]]] : [];
      }),
    ),
    thoughts,
  });
}

/** A hunk as reports show it. */
export function describeHunk({ edits, settings }: Hunk, files: readonly FileVersions[]): CauseHunk {
  return {
    lines: edits.map((edit) => describeEdit(edit, files)),
    settings: settings.map(({ name, base, head }) => ({ name, before: base, after: head })),
  };
}

function describeEdit({ path, base, head }: Edit, files: readonly FileVersions[]): CauseLines {
  const file = files.find((each) => each.path === path);
  const after = (file?.head ?? '').split('\n');
  const added = after.slice(head.start, head.end);
  const removed = (file?.base ?? '').split('\n').slice(base.start, base.end);
  // The blank lines that go with a paragraph are not its lines.
  const skipped = Math.max(
    0,
    added.findIndex((line) => line.trim() !== ''),
  );
  const last = after.at(-1) === '' ? after.length - 1 : after.length;
  const line = Math.max(1, Math.min(last, head.start + skipped + 1));
  return { path, line, endLine: Math.max(line, head.end), removed, added };
}

/** The lines of the head's file that restore the base's, if one place of one file does it; else `null`. */
export function suggestRepair({ edits, settings }: Hunk, files: readonly FileVersions[]): Suggestion | null {
  const [edit, ...others] = edits;
  const file = files.find(({ path }) => path === edit?.path);
  if (edit === undefined || others.length + settings.length > 0) return null;
  if (file === undefined || file.base === null || file.head === null) return null;
  const after = file.head.split('\n');
  const restored = file.base.split('\n').slice(edit.base.start, edit.base.end);
  const { start, end } = edit.head;
  if (end > start) {
    const replaced = after.slice(start, end);
    return { path: edit.path, line: start + 1, endLine: end, replaced, lines: restored };
  }
  // A suggestion replaces a line, so lines that are missing come with their neighbour.
  const isEnd = start >= after.length || (start === after.length - 1 && after[start] === '');
  const at = isEnd ? start - 1 : start;
  const neighbour = after[at];
  if (neighbour === undefined) return null;
  const lines = isEnd ? [neighbour, ...restored] : [...restored, neighbour];
  return { path: edit.path, line: at + 1, endLine: at + 1, replaced: [neighbour], lines };
}
