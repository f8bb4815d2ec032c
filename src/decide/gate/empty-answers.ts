import { isEmptyAnswer } from '../../ports/answer.js';
import type { RunRecord, Sample } from '../../ports/run-record.js';
import { counted } from '../../text/counts.js';
import { errorLimit } from './error-limit.js';

/**
 * Why empty answers leave nothing to decide on; `null` where they do not. An agent that says nothing anywhere was not
 * measured, whatever its base did; and where more cases than the error limit have no text in one run that always had one
 * at base, the harness or the provider lost it more likely than the change.
 */
export function whyEmpty(
  head: RunRecord,
  base: RunRecord | null,
): { readonly cause: string; readonly everywhere: boolean } | null {
  const answered = head.cases.flatMap(({ samples }) =>
    samples.filter(({ answer }) => answer.status === 'answered'),
  );
  if (answered.length > 0 && answered.every((sample) => isEmpty(sample, head))) {
    return { cause: 'every answer is empty', everywhere: true };
  }
  const runs = head.cases.reduce((most, { samples }) => Math.max(most, samples.length), 0);
  const spoke = new Set(
    (base?.cases ?? []).flatMap(({ id, samples }) =>
      base !== null && samples.length > 0 && samples.every((sample) => !isEmpty(sample, base)) ? [id] : [],
    ),
  );
  for (let run = 0; run < runs; run += 1) {
    const lost = head.cases.filter(({ id, samples }) => {
      const sample = samples[run];
      return sample !== undefined && isEmpty(sample, head) && spoke.has(id);
    }).length;
    if (lost <= errorLimit(head.cases.length)) continue;
    const where = runs === 1 ? '' : ` in run ${run + 1}`;
    const verb = lost === 1 ? 'has' : 'have';
    return {
      cause: `${lost} of ${counted(head.cases.length, 'case')} ${verb} an empty answer${where}, and had none at base`,
      everywhere: false,
    };
  }
  return null;
}

/** A record without texts remembers an empty answer by the mark of those who judged it. */
function isEmpty({ answer, judgements }: Sample, { text }: RunRecord): boolean {
  if (answer.status === 'failed') return false;
  if (text === 'full') return isEmptyAnswer(answer);
  return Object.values(judgements).some(
    (judgement) => judgement.status === 'scored' && judgement.flags.includes('empty'),
  );
}
