import { isFinal } from '../../contract/transfer-state.ts';

const changingEvery = 4_000;
const quietEvery = 30_000;

/** Of this tab, which has one stream at most: while it tells of changes, nothing needs to be asked for. */
let isConnected = false;

export function setConnected(connected: boolean): void {
  isConnected = connected;
}

/**
 * When to read transfers again where no stream tells of changes, or where reading them failed: often
 * while one can still change.
 */
export function pollRows(
  rows: readonly { state: string }[] = [],
  hasFailed = false,
): number | false {
  if (isConnected && !hasFailed) return false;
  return rows.some(({ state }) => !isFinal(state)) ? changingEvery : quietEvery;
}

/** The same for one transfer; rarely once it has ended, for the service may change its word. */
export function pollOne(state: string | undefined, hasFailed = false): number | false {
  if (isConnected && !hasFailed) return false;
  return state !== undefined && isFinal(state) ? quietEvery : changingEvery;
}
