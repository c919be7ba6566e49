import { isFinal } from '../../contract/transfer-state.ts';

const changingEvery = 4_000;
const quietEvery = 30_000;

/** Of this tab, which has one stream at most: while it tells of changes, nothing needs to be asked for. */
let told = false;

export function setTold(isTold: boolean): void {
  told = isTold;
}

/** When to read transfers again, where no stream tells of changes: often while one can still change. */
export function pollRows(rows: readonly { state: string }[] = []): number | false {
  if (told) return false;
  return rows.some(({ state }) => !isFinal(state)) ? changingEvery : quietEvery;
}

/** When to read one transfer again; never once it has ended. */
export function pollOne(state: string | undefined): number | false {
  return told || (state !== undefined && isFinal(state)) ? false : changingEvery;
}
