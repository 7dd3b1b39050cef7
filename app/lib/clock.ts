/** Milliseconds since the epoch, UTC. Injected, so that tests own the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
