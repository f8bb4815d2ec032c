import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/model/answer.js';
import { SILENT_LOG } from '../../src/model/effects.js';
import type { JournalPlace } from '../../src/model/journal.js';
import { openJournals } from '../../src/produce/journal.js';
import { createFolder } from '../support/folder.js';
import { createSuite } from '../support/suites.js';

let folder = '';
beforeEach(() => {
  folder = join(createFolder(), 'cache');
});

const SUITE = createSuite();
const YES = { result: 'yes', reason: 'It is on the matter.' } as const;

function answerOf(output: string): Answer {
  return { status: 'answered', output, toolCalls: [], finish: 'stop' };
}

function openRun(more: Partial<JournalPlace> & { readonly said?: string[] } = {}) {
  const { said = [], ...place } = more;
  const log = { ...SILENT_LOG, warning: (line: string) => void said.push(line) };
  const redact = (text: string) => text.replaceAll('hunter2', '***');
  return openJournals({ folder, boundTo: [], ...place }, { redact, log, version: '1' });
}

const open = (more: Parameters<typeof openRun>[0] = {}) => openRun(more).open(SUITE.name);

async function journalFile(): Promise<string> {
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.jsonl'));
  return join(folder, name);
}

describe('a journal', () => {
  it('gives each entry of an earlier run once, and none of the current run', async () => {
    {
      await using first = await open();
      first.keep('answer', 'a', answerOf('Ünï 🐱\nline'));
      first.keep('verdict', 'a', YES);
      first.keep('base-answer', 'b', answerOf('hunter2'));
      expect(first.take('answer', 'a')).toBeUndefined();
    }
    await using journal = await open();
    expect(journal.take('answer', 'a')).toEqual(answerOf('Ünï 🐱\nline'));
    expect(journal.take('answer', 'a')).toBeUndefined();
    expect(journal.take('verdict', 'a')).toEqual(YES);
    expect(journal.take('base-answer', 'b')).toEqual(answerOf('***'));
    await using other = await open({ boundTo: ['pull request 8'] });
    expect(other.take('verdict', 'a')).toBeUndefined();
  });

  it('has on disk what came in a turn of the event loop when the turn is over', async () => {
    const journal = await open();
    for (const names of [['a', 'b'], ['c']]) {
      for (const name of names) journal.keep('verdict', name, YES);
      await endOfTurn();
      // As a run that is killed now leaves it.
      const left = await open();
      for (const name of names) expect(left.take('verdict', name), name).toEqual(YES);
    }
  });

  it('cut short anywhere has what is whole, and goes on after it', async () => {
    const names = ['a', 'b', 'c'];
    {
      await using journal = await open();
      for (const name of names) journal.keep('verdict', name, YES);
    }
    const path = await journalFile();
    const whole = await readFile(path);
    const line = whole.length / names.length;
    for (let length = 0; length < whole.length; length += 17) {
      await writeFile(path, whole.subarray(0, length));
      {
        await using journal = await open();
        journal.keep('verdict', 'next', YES);
      }
      await using again = await open();
      const found = names.filter((name) => again.take('verdict', name) !== undefined);
      expect(found).toHaveLength(Math.floor(length / line));
      expect(again.take('verdict', 'next')).toEqual(YES);
    }
  });

  it('whose run is at its end has verdicts and answers of the base, and none of the head', async () => {
    const run = openRun();
    const journal = await run.open(SUITE.name);
    journal.keep('answer', 'a', answerOf('head'));
    journal.keep('base-answer', 'b', answerOf('base'));
    journal.keep('verdict', 'v', YES);
    run.finish(SUITE.name);
    const next = await open();
    const kinds = ['answer', 'base-answer', 'verdict'] as const;
    expect(['a', 'b', 'v'].map((key, at) => next.take(kinds[at] ?? 'reply', key) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('with a memory hands out what an earlier run of the same process was answered', async () => {
    const memory = new Map<string, Answer>();
    const run = openRun({ memory });
    (await run.open(SUITE.name)).keep('answer', 'a', answerOf('head'));
    run.finish(SUITE.name);
    expect((await open({ memory })).take('answer', 'a')).toEqual(answerOf('head'));
    expect((await open()).take('answer', 'a')).toBeUndefined();
  });

  it('that cannot be read or written gives one warning, and the run continues without it', async () => {
    await using first = await open();
    first.keep('verdict', 'a', YES);
    await endOfTurn();
    const path = await journalFile();
    await rm(path);
    await mkdir(path);
    const said: string[] = [];
    const run = openRun({ said });
    await using journal = await run.open(SUITE.name);
    journal.keep('verdict', 'a', YES);
    run.finish(SUITE.name);
    expect(said).toEqual([expect.stringContaining('cannot be read')]);
    expect(said[0]).toContain('this run keeps none');
  });
});
