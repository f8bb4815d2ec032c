import type { TargetSettings } from '../ports/settings.js';

/** A target in words, by what it names of the repository: what its description begins with. */
export function nameTarget(target: TargetSettings): string {
  switch (target.kind) {
    case 'prompt':
      return `prompt ${target.prompt}`;
    case 'command':
      return `command ${target.command.join(' ')}`;
    case 'recorded':
      return `recorded ${target.recorded}`;
    default:
      return target satisfies never;
  }
}
