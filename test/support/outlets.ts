import { SILENT_LOG } from '../../src/model/effects.js';
import type { Outlets } from '../../src/publish/outlets.js';

/** Outlets of a run on a developer's machine, which publish nothing but files. */
export function createOutlets(overrides: Partial<Outlets> = {}): Outlets {
  return {
    settings: { comment: 'update', status: true },
    github: null,
    workflow: null,
    pullRequest: null,
    statusSha: null,
    statusBase: null,
    directory: '',
    commentKey: 'key',
    homeUrl: null,
    runUrl: null,
    reportUrl: null,
    repositoryUrl: null,
    redact: (text) => text,
    log: SILENT_LOG,
    sleep: async () => {},
    folder: 'results',
    shardFolder: 'results/shards',
    ...overrides,
  };
}
