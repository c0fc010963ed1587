import { type FiringState } from './firing';

/**
 * What a rule or a column has come to mean since rows say what it takes to read them, the oldest first:
 * whether a state makes use of it. An older release would take such a row for something else, so each new
 * meaning is added here in the release that brings it.
 */
const GAINED: readonly ((state: FiringState) => boolean)[] = [];

/** The highest level of rows that this release reads. Level 1 is all that there was in November 2026. */
export const READS_UP_TO = GAINED.length + 1;

/** What a release has to read for this state; stored with it. */
export const levelOf = (state: FiringState, gained = GAINED): number =>
  gained.findLastIndex((uses) => uses(state)) + 2;
