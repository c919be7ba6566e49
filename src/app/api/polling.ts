import { isFinal } from '../../contract/transfer-state.ts';

const changingIntervalMs = 4_000;
const quietIntervalMs = 30_000;

/** Whether this tab's event stream is open: while it is, nothing needs polling. */
let isConnected = false;

export function setConnected(connected: boolean): void {
  isConnected = connected;
}

/**
 * Polling interval of a list of transfers, in ms: short while one of them can change. False while the
 * stream is open, unless the last read failed.
 */
export function pollRows(
  rows: readonly { state: string }[] = [],
  hasFailed = false,
): number | false {
  if (isConnected && !hasFailed) return false;
  return rows.some(({ state }) => !isFinal(state)) ? changingIntervalMs : quietIntervalMs;
}

/** The same for one transfer. A final state is polled rarely, because the service may still change it. */
export function pollOne(state: string | undefined, hasFailed = false): number | false {
  if (isConnected && !hasFailed) return false;
  return state !== undefined && isFinal(state) ? quietIntervalMs : changingIntervalMs;
}
