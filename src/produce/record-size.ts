import { MAX_RECORD_BYTES, measureSample, renderMegabytes } from '../baseline/store/record-codec.js';
import { type Case, listTurns } from '../model/case.js';
import type { Log } from '../model/effects.js';
import { ProviderError } from '../model/errors.js';
import type { RunRecord, Sample } from '../model/run-record.js';
import { capitalize } from '../text/values.js';

type StoredText = RunRecord['text'];

/** From most to least. */
const STORED_TEXTS: readonly StoredText[] = ['full', 'statements', 'none'];

export type RecordSizePlan = {
  readonly suite: string;
  readonly cases: readonly Case[];
  /** Of each case. */
  readonly samples: number;
  /** The part that the store keeps. */
  readonly text: StoredText;
  /** The last baseline; `null` without one. */
  readonly earlier: RunRecord | null;
};

/** Watches the size of a record that is to be stored. */
export interface RecordSize {
  /** Counts a sample. Throws a fatal `ProviderError` once the record will surely be too large to store. */
  add(sample: Sample): void;
}

/** Measured: an answer of 800 bytes takes 3 KB with its verdicts, one of 30 KB 81 KB (docs/limits.md). */
const SAMPLE_BYTES = 3_000;
const BYTES_PER_ANSWER_BYTE = 3;
/** Ids and hashes of a case. */
const CASE_BYTES = 150;

/** So many answers show how long the others will be. */
const MIN_SAMPLES = 50;
/** The others may be shorter. */
const MARGIN = 1.5;

/** Warns if the record will probably be too large, before anything is paid. */
export function planRecordSize(plan: RecordSizePlan, log: Log, maxBytes = MAX_RECORD_BYTES): RecordSize {
  const { suite, cases, text } = plan;
  const count = cases.length * plan.samples;
  const fixedBytes = cases.reduce(
    (sum, row) => sum + CASE_BYTES + (text === 'none' ? 0 : countInputBytes(row)),
    0,
  );
  const lessText = STORED_TEXTS.slice(STORED_TEXTS.indexOf(text) + 1);
  const describeExcess = (bytes: number) =>
    `baseline would have about ${renderMegabytes(bytes)} MB, and at most ${renderMegabytes(maxBytes)} MB can be stored`;

  const expected = fixedBytes + count * estimateSampleBytes(plan);
  if (expected > maxBytes) {
    log.warning(`Suite ${suite}: its ${describeExcess(expected)}. ${capitalize(renderRemedy(lessText))}.`);
  }

  let sampleCount = 0;
  let bytes = 0;
  return {
    add(sample) {
      sampleCount += 1;
      bytes += measureSample(sample, text);
      const projected = fixedBytes + (bytes / sampleCount) * count;
      const isHopeless =
        fixedBytes + bytes > maxBytes || (sampleCount >= MIN_SAMPLES && projected > MARGIN * maxBytes);
      if (!isHopeless) return;
      const total = Math.max(fixedBytes + bytes, projected);
      const computeShare = (less: StoredText) => measureSample(sample, less) / measureSample(sample, text);
      const helpful = lessText.filter((less) => computeShare(less) * total < maxBytes);
      throw new ProviderError(`the ${describeExcess(total)}; ${renderRemedy(helpful)}`, {
        kind: 'too-large',
      });
    },
  };
}

function renderRemedy(lessText: readonly StoredText[]): string {
  const values = lessText.map((text) => `\`store: { text: ${text} }\``).join(' or ');
  const keepLess = values === '' ? '' : `keep less text (${values}), `;
  return `${keepLess}lower \`baseline-repeat\`, or split the suite`;
}

function countInputBytes(row: Case): number {
  return Buffer.byteLength(listTurns(row).join('\n\n'));
}

/** By the last baseline, else by the length of the reference answers. */
function estimateSampleBytes({ cases, text, earlier }: RecordSizePlan): number {
  const known = earlier?.cases.flatMap(({ samples }) => samples) ?? [];
  if (known.length > 0) {
    return known.reduce((sum, sample) => sum + measureSample(sample, text), 0) / known.length;
  }
  const expected = cases.map(({ groundTruth = '' }) =>
    Math.max(SAMPLE_BYTES, BYTES_PER_ANSWER_BYTE * Buffer.byteLength(groundTruth)),
  );
  return expected.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, cases.length);
}
