import { describeTargets } from './target.contract.js';

describeTargets();
