import { expect, test } from 'vitest';
import type { ChosenBaseline } from '../../../src/model/baseline.js';
import type { JudgingDifference, Note, ReviewReason, SettingsChange } from '../../../src/model/notes.js';
import {
  renderNote,
  renderReview,
  renderSettingsChange,
  summarizeReview,
} from '../../../src/report/notes/note.js';
import { renderBaseline, renderDifference } from '../../../src/report/notes/obstacle.js';
import { createBaseline } from '../../support/records.js';

test.each<[Note, string]>([
  [
    { kind: 'task-of-head' },
    'No `task` is set, so the prompt says what the agent is for. To judge answers by something else, set `task`.',
  ],
  [
    { kind: 'all-lowest', scorer: 'json' },
    '`json` gives every case the lowest score on both sides, so it cannot get worse: check its settings.',
  ],
  [
    { kind: 'no-ground-truth', scorer: 'factuality', missing: 2, of: 12 },
    '`factuality` skips 2 of 12 cases without `groundTruth`.',
  ],
  [
    { kind: 'rejudged', because: { kind: 'judge', before: 'gpt-6', after: 'gpt-6.1' } },
    "The baseline's answers were scored again, because the judge changed from `gpt-6` to `gpt-6.1`.",
  ],
  [
    { kind: 'some-cases', ran: 1, of: 12 },
    'Only 1 of 12 cases ran, so this is no result for the whole suite.',
  ],
  [
    { kind: 'stored', commit: '0123456789', store: 'folder `b`' },
    'The baseline for `0123456` was stored in the folder `b`.',
  ],
  [{ kind: 'not-stored' }, 'No baseline was stored, because the run is incomplete.'],
  [
    { kind: 'rewritten', paths: ['a.md', 'b.md'], counted: 'commit' },
    "An earlier step changed `a.md`, `b.md`. The commit's version was used.",
  ],
  [
    { kind: 'rewritten', paths: ['uv.lock'], counted: 'working-copy' },
    "An earlier step changed `uv.lock`, so programs did not run with the commit's version.",
  ],
  [
    { kind: 'judges-itself', suite: 'support', model: 'gpt-6' },
    '`gpt-6` judges its own answers, because the config file sets no `judge`.',
  ],
  [
    { kind: 'thoughts-left-out', answers: 32 },
    '32 answers began with thoughts, which were left out. To judge them too, set `thoughts: kept` in the target.',
  ],
  [
    { kind: 'slowed-down', host: 'api.example.com', refused: 3 },
    '`api.example.com` limited the run: 3 requests had to be sent again.',
  ],
  [
    { kind: 'model-shutdown', model: 'gpt-6', date: '2026-12-31' },
    'The provider shuts down `gpt-6` on 2026-12-31. Choose another model before then.',
  ],
  [
    { kind: 'default-gate', suite: 'support' },
    'The default gate decided, because no config file here has a suite `support`.',
  ],
  [{ kind: 'overloaded', reason: 'status 503.', times: 1 }, 'status 503; these requests were sent again.'],
  [
    { kind: 'overloaded', reason: 'status 503', times: 1_200 },
    'status 503 (1,200 times); these requests were sent again.',
  ],
  [
    { kind: 'facts-not-compared' },
    'Facts were not compared: what an answer lost or contradicts in other words is not found. `--facts` asks the judge.',
  ],
  [{ kind: 'two-suites', base: 'a', head: 'b' }, 'The records are of two suites, `a` and `b`.'],
])('note %j', (note, sentence) => expect(renderNote(note)).toBe(sentence));

test.each<[SettingsChange, string]>([
  [
    { kind: 'setting', name: 'limits.max-calls', before: 100, after: 200, decides: 'base' },
    '`limits.max-calls`: `100` → `200`. This check used the old value; the new one counts after the merge.',
  ],
  [
    { kind: 'setting', name: 'threshold', scorer: 'tone', after: 0.8, decides: 'base' },
    '`threshold` of `tone`: not set → `0.8`. This check used the old value; the new one counts after the merge.',
  ],
  [
    { kind: 'setting', name: 'target.model', before: 'a`b', after: ['x', 'y'], decides: 'head' },
    '`target.model`: `a b` → `x, y` (tested here).',
  ],
  [{ kind: 'task' }, "`task` changed. Answers are judged against the base branch's task until the merge."],
  [
    { kind: 'watch', removed: ['a/**'], added: ['b'] },
    '`watch` removes `a/**` and adds `b`. This check used the old value; the new one counts after the merge.',
  ],
  [{ kind: 'suite-removed' }, 'The pull request removes this suite, but it still runs until the merge.'],
  [
    { kind: 'labels', path: 'labels.jsonl' },
    "The labels in `labels.jsonl` changed. The base's labels count until the merge.",
  ],
  [
    { kind: 'scorer-code', path: 's.ts', files: ['lib/x.ts'], removed: false },
    "The scorer `s.ts` (`lib/x.ts`) changed. The base's version scores until the merge.",
  ],
  [
    { kind: 'scorer-code', path: 's.ts', files: ['s.ts'], removed: true },
    "The scorer `s.ts` was removed. The base's version scores until the merge.",
  ],
  [
    { kind: 'workflow', path: '.github/workflows/e.yml' },
    "The workflow file `.github/workflows/e.yml` changed, and this run used the pull request's version.",
  ],
  [
    { kind: 'model-in-code', path: 'src/answer.ts', model: 'gpt-6', measured: 'gpt-5' },
    '`src/answer.ts` now asks `gpt-6`, and this suite still asks `gpt-5`, so that change is not tested. Set `model: gpt-6` in the config file, too.',
  ],
  [
    { kind: 'unread-files', paths: ['app/a.md', 'app/b.md'], measured: 'p.md' },
    '`app/a.md`, `app/b.md` changed, and this suite asks `p.md`, which did not change. If one has the text of the other, nothing is tested until both change.',
  ],
])('change %j', (change, sentence) => expect(renderSettingsChange(change)).toBe(sentence));

test.each<[ReviewReason, string]>([
  [
    { kind: 'unreadable-base', what: 'config', path: null, problems: ['c.yml:1: no YAML', 'c.yml:2: x'] },
    "the base branch's config cannot be read (c.yml:1: no YAML; c.yml:2: x), so the pull request's own was used",
  ],
  [
    { kind: 'unreadable-base', what: 'labels', path: 'l.jsonl', problems: [] },
    "the base branch's labels file `l.jsonl` does not exist, so no label counted",
  ],
  [
    { kind: 'broken-base', reason: 'the agent fails' },
    'nothing was compared, because the base branch cannot be measured: the agent fails',
  ],
  [{ kind: 'recorded-target', paths: ['a.jsonl'] }, 'recorded answers (`a.jsonl`) replace a live target'],
  [{ kind: 'prompt-not-asked', path: 'p.md' }, '`p.md` changed and is no longer used'],
  [
    { kind: 'cases-not-compared', cause: 'prompt-variables', missing: 2, of: 12, caseIds: ['a', 'b'] },
    "2 of the base branch's 12 cases (`a`, `b`) could not be run: they have no value for a variable of the new prompt, and the pull request removes these cases from the dataset",
  ],
  [
    { kind: 'cases-not-compared', cause: 'not-recorded', missing: 2, of: 12 },
    "2 of the base branch's 12 cases have no recorded answer",
  ],
  [
    { kind: 'cases-not-compared', cause: 'not-in-record', missing: 2, of: 12 },
    "2 of the base branch's 12 cases are not compared",
  ],
  [
    { kind: 'failed-at-base', failed: 2, of: 12, reason: 'the agent crashed' },
    "the base branch's agent failed in 2 of 12 cases, so the new answers to them are not compared: the agent crashed",
  ],
  [
    { kind: 'fork-renames', files: [{ from: 'a.md', to: 'b.md' }] },
    'the fork renames `a.md → b.md`, so check that config and code name the new path',
  ],
  [
    { kind: 'fork-changes', paths: ['1', '2', '3', '4', '5', '6'] },
    "only the messages of the fork's prompts were run, and it also changes `1`, `2`, `3`, `4`, `5` and 1 more",
  ],
  [
    { kind: 'nothing-to-score', scorers: ['tone'] },
    '`tone` has nothing to score in any answer, so it decides nothing',
  ],
  [
    { kind: 'nothing-to-score', scorers: ['tone', 'bias'] },
    '`tone`, `bias` have nothing to score in any answer, so they decide nothing',
  ],
  [
    { kind: 'misled-judge', caseIds: ['x'] },
    "an answer to `x` made the judge break its rules, and the base branch's did not",
  ],
])('review %j', (reason, clause) => expect(renderReview(reason)).toBe(clause));

test.each<[ReviewReason, string]>([
  [
    { kind: 'unreadable-base', what: 'config', path: null, problems: [] },
    "the base branch's config could not be used",
  ],
  [
    { kind: 'unreadable-base', what: 'labels', path: 'l.jsonl', problems: [] },
    "the team's labels were not used",
  ],
  [{ kind: 'broken-base', reason: 'the agent fails' }, 'nothing was compared'],
  [{ kind: 'recorded-target', paths: ['a.jsonl'] }, 'recorded answers replace a live target'],
  [{ kind: 'prompt-not-asked', path: 'p.md' }, 'a prompt file is no longer used'],
  [
    { kind: 'cases-not-compared', cause: 'not-in-record', missing: 2, of: 12 },
    '2 of 12 cases were not compared',
  ],
  [
    { kind: 'failed-at-base', failed: 3, of: 12, reason: 'the agent crashed' },
    '3 of 12 cases were not compared',
  ],
  [{ kind: 'fork-renames', files: [{ from: 'a.md', to: 'b.md' }] }, 'the fork renames files'],
  [{ kind: 'fork-changes', paths: ['a.py'] }, 'the fork changes more than its prompts'],
  [{ kind: 'nothing-to-score', scorers: ['tone'] }, '1 scorer has nothing to score'],
  [{ kind: 'misled-judge', caseIds: ['x', 'y'] }, '2 answers influenced the judge'],
])('review in a few words %j', (reason, clause) => expect(summarizeReview(reason)).toBe(clause));

const base = { commit: 'c'.repeat(40), branch: 'main' };

test.each<[ChosenBaseline, string]>([
  [createBaseline({ base }), 'The baseline is `main@ccccccc`.'],
  [createBaseline({ base: { ...base, branch: null } }), 'The baseline is `ccccccc`.'],
  [
    createBaseline({ rule: 'same-files', base }),
    'The baseline is `bbbbbbb`, with the same files as `main@ccccccc`.',
  ],
  [createBaseline({ rule: 'ran-now', base }), 'The baseline is `main@ccccccc`, measured in this run.'],
  [
    createBaseline({ rule: 'nearest-ancestor', stale: true, base }),
    'The baseline is `bbbbbbb`, the nearest before `main@ccccccc`; the prompt has changed since, so a drop is only a warning.',
  ],
  [
    createBaseline({ rule: 'given-ref', name: 'v1' }),
    'The baseline is `v1` (`bbbbbbb`), measured in this run.',
  ],
  [createBaseline({ rule: 'given-record', name: 'a.json' }), 'The baseline is `a.json`.'],
  [createBaseline({ rule: 'latest' }), 'The baseline is the latest record (`bbbbbbb`).'],
  [{ kind: 'none', because: 'absent', base }, 'No baseline is stored for `ccccccc`.'],
  [{ kind: 'none', because: 'switched-off' }, 'There is no baseline, because `baseline: none` is set.'],
  [{ kind: 'none', because: 'new-prompt' }, 'There is no baseline, because the prompt or agent is new.'],
  [{ kind: 'none', because: 'first' }, 'This is the first baseline of the suite.'],
  [{ kind: 'none', because: 'broken-base' }, 'There is no baseline, because the base cannot be measured.'],
  [
    {
      kind: 'unreadable',
      problems: [
        { kind: 'unreadable-record', commit: 'c'.repeat(40), reason: 'no JSON' },
        { kind: 'unreachable-store', reason: '503.' },
        { kind: 'unknown-order', records: 2 },
        { kind: 'judged-otherwise', because: { kind: 'rubric' } },
      ],
    },
    "The stored baseline cannot be used. The stored record of `ccccccc` cannot be used: no JSON. The store cannot be read: 503. 2 stored records may be newer than the base: check out with `fetch-depth: 0`, or set a `github-token` with `contents: read`. The stored record keeps no answers to score again, and the judge's rules changed.",
  ],
])('baseline %j', (baseline, sentences) => expect(renderBaseline(baseline)).toBe(sentences));

test.each<[JudgingDifference, string]>([
  [{ kind: 'judge-settings' }, "the judge's settings changed"],
  [{ kind: 'task' }, 'the task changed'],
  [{ kind: 'scorers', scorers: ['tone', 'bias'] }, 'the baseline has no scores by `tone`, `bias`'],
  [{ kind: 'formula', scorers: ['tone'] }, 'the formula of `tone` changed'],
  [{ kind: 'labels' }, "the team's labels changed"],
])('difference %j', (difference, clause) => expect(renderDifference(difference)).toBe(clause));
