/*
 * The levels of the gate's rules. They are tuned together, in `bench/gate-simulation`, so that all rules of one scorer
 * together fail at most 2.5 % of the pull requests that change nothing, and ten pushes in a row rarely.
 */

/**
 * What chance explains in fewer runs than this fails MEAN and SPREAD. A little above 1/64: six of six cases that fall
 * count, and three that fall below three runs of the base.
 */
export const FAILS_BELOW = 0.016;
/** The same of STATEMENTS. */
export const STATEMENTS_FAIL_BELOW = 0.005;

/** Up to here another sample may still show that the mean fell, or that statements are new. */
export const SAMPLES_UP_TO = 0.2;
/** Up to here another sample may still show that several cases fell. */
export const SPREAD_SAMPLES_UP_TO = 0.3;

/** As rare as this, no other sample is needed: of STATEMENTS, and of MEAN where it fell by twice what counts. */
export const FAILS_AT_ONCE = 0.001;
/** The same of SPREAD. */
export const SPREAD_FAILS_AT_ONCE = 0.0001;

/**
 * What a harmless rewording would do as often weighs half as much as chance alone, and as much as the agent repeats
 * itself: who answers anew each time shows by itself what chance does.
 */
export const LEAST_WEIGHT = 0.5;

/** All rules are decided on so many suite-wide samples of the head at the latest. */
export const MOST_RUNS = 3;
