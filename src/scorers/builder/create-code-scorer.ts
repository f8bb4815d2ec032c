import { UserError } from '../../ports/errors.js';
import { bindCreateScorer } from './create-scorer.js';

/** `createScorer` where no judge can be found by name: for scorers that are code, or bring a judge of their own. */
export const createCodeScorer = bindCreateScorer(({ model }) => {
  if (typeof model !== 'string') return model;
  throw new UserError(`judge: ${JSON.stringify(model)} cannot be found by its name here; give a judge`);
});
