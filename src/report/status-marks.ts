/** How a commit status begins if nothing was decided; a later run that cannot read the comment recognises it by this. */
export const NOT_DECIDED = 'not decided';

/** The same for a suite that a person accepted; the login follows. */
export const ACCEPTED_BY = 'accepted by ';
