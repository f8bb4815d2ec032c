import { decideRecords, type RecordsDecision, type RecordsToDecide } from '../decide/decide-records.js';
import type { Matches } from '../model/comparison.js';
import { UserError } from '../model/errors.js';
import type { MatchAsk } from '../model/finding.js';
import { omitKeys } from '../model/omit-keys.js';
import type { Suite } from '../model/suite.js';
import { openSuiteJudging } from '../session/suite-tools.js';
import type { Overrides } from '../settings/overrides.js';
import { withLocalEffects } from './local-session.js';
import { openLocal, prepareSuite } from './open-local.js';
import type { Terminal } from './terminal.js';

/** Decides from two records, with the suite's judge for the statements that differ in words. Throws `UserError`. */
export async function decideWithFacts(
  given: RecordsToDecide,
  suite: Suite | null,
  { overrides, terminal }: { readonly overrides: Overrides; readonly terminal: Terminal },
): Promise<RecordsDecision> {
  if (suite === null) {
    throw new UserError(
      `facts: the config file has no suite ${JSON.stringify(given.head.suite)}, whose judge could be asked; leave --facts out`,
    );
  }
  const local = await openLocal({ ...omitKeys(overrides, 'shard'), suites: [suite.name] }, terminal, {
    against: 'nothing',
  });
  const run = await prepareSuite(local, suite);
  return await withLocalEffects(
    local,
    'compare',
    async (effects) => {
      await using journal = await effects.journals.open(suite.name);
      await using judging = await openSuiteJudging(run, effects, journal);
      const { match } = judging;
      if (match === null) {
        throw new UserError(
          'facts: the built-in judge compares no facts; name a model as `judge`, or leave --facts out',
        );
      }
      const inputs = new Map(given.head.cases.map(({ id, input }) => [id, input]));
      const search = async ({ searches }: MatchAsk, known: Matches): Promise<Matches> => {
        const newMatches = await Promise.all(
          [...searches].map(async ([id, wanted]) => {
            const question = { input: inputs.get(id) ?? '', history: [], searches: wanted };
            return [id, [...(known.get(id) ?? []), ...(await match(question, effects))]] as const;
          }),
        );
        return new Map([...known, ...newMatches]);
      };
      let matches: Matches = new Map();
      for (;;) {
        const decision = decideRecords({ ...given, matches });
        if (decision.kind === 'decided') return decision;
        matches = await search(decision, matches);
      }
    },
    { suites: [suite] },
  );
}
