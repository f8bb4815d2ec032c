import type { RunRecord } from '../../ports/run-record.js';
import { AGENT_FAILURES } from '../compare/unscored-case.js';
import { oneLine } from './gate-words.js';
import { findSpoiltRun } from './spoilt-run.js';

/**
 * Why a base that was run now may not serve as baseline; `null` where it may. More cases than the error limit that
 * provider or judge left without a score in one of its runs make a comparison with the others an accident. Cases that the base's own agent
 * failed do not count: they are what the base is, and a pull request may mend them.
 */
export function unusableBase(record: RunRecord): string | null {
  if (record.stopped !== null) return oneLine(record.stopped.reason);
  for (const { id } of record.scorers) {
    const spoilt = findSpoiltRun(record, id, AGENT_FAILURES);
    if (spoilt !== null) return `${spoilt.line} at the base: ${oneLine(spoilt.failures[0].reason)}`;
  }
  return null;
}
