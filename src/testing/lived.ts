import { afterSend, dueFiring, type Firing, type FiringState } from '@/core/firing';

interface Lived {
  state: FiringState;
  came: Firing[];
}

/** Sends what is due, each at its time, up to and including `end`. */
export function lived(from: FiringState, end: Date): Lived {
  const came: Firing[] = [];
  let state = from;
  for (let at = state.nextFireAt; at !== null && at <= end; at = state.nextFireAt) {
    const firing = dueFiring(state, at);
    if (!firing) throw new Error('delivery looked in vain');
    came.push(firing);
    state = afterSend(state, firing, at);
  }
  return { state, came };
}
