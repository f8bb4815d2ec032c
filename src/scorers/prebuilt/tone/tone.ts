import type { z } from 'zod';
import type { AgentRunInput, AgentRunOutput } from '../../builder/agent-run.js';
import { createCodeScorer } from '../../builder/code-scorer.js';
import { answerText, referenceText, type TextRun } from '../../builder/run-texts.js';
import { notScorable } from '../../builder/steps.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { about } from './about.js';
import {
  compareTone,
  type ToneComparison,
  type ToneStability,
  toneScore,
  toneStability,
  whyToneless,
} from './compare-tone.js';

export type ToneOptions = z.input<typeof about.options>;

/** Three of the five when comparing, two for stability. */
export type ToneResult = Partial<ToneComparison & ToneStability>;

/**
 * A scorer of tone: 1 − the difference of sentiment between the answer and a reference (`referenceTone`, else
 * `groundTruth`, else the input), or 1 − the variance from sentence to sentence where there is no reference or `mode`
 * says so; from 0 to 1. Texts without words, or in a language whose words are not known, are not scorable.
 *
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createToneScorer(given: ToneOptions & { readonly options?: ToneOptions } = {}) {
  const { referenceTone, mode, lexicon } = readOptions(about, given);
  const words = new Map(
    Object.entries(lexicon).map(([word, value]) => [word.normalize('NFC').toLowerCase(), value]),
  );
  return createCodeScorer<AgentRunInput, AgentRunOutput>({
    id: about.id,
    name: 'Tone Consistency',
    description: about.summary,
  })
    .preprocess(({ run }) => {
      const answer = answerText(run);
      const reference = mode === 'stability' ? '' : referenceOf(run, referenceTone);
      const why =
        whyToneless(answer, 'the answer', words) ??
        (reference === '' ? null : whyToneless(reference, 'the text to compare with', words));
      if (why !== null) return notScorable(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
      const result: ToneResult =
        reference === '' ? toneStability(answer, words) : compareTone(answer, reference, words);
      return result;
    })
    .analyze(({ results }) => results.preprocessStepResult)
    .generateScore(({ results: { analyzeStepResult: found } }) => {
      return toneScore(found.difference ?? found.sentimentVariance ?? 0);
    })
    .generateReason(({ results: { analyzeStepResult: found } }) => reasonOf(found));
}

function referenceOf(run: TextRun, referenceTone: string | undefined): string {
  return (referenceTone ?? referenceText(run)).trim();
}

function reasonOf(found: ToneResult): string {
  const {
    responseSentiment,
    referenceSentiment,
    difference,
    avgSentiment = 0,
    sentimentVariance = 0,
  } = found;
  if (difference === undefined || responseSentiment === undefined || referenceSentiment === undefined) {
    return `The sentiment of the sentences is ${rounded(avgSentiment)} on average, with a variance of ${rounded(sentimentVariance)}.`;
  }
  return `The sentiment of the answer is ${rounded(responseSentiment)}, that of the reference ${rounded(referenceSentiment)}: they are ${rounded(difference)} apart.`;
}

function rounded(value: number): string {
  return value.toFixed(2).replace(/^-0\.00$/, '0.00');
}

export const tone = codeScorer(about, createToneScorer, 2);
