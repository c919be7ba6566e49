import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const mebibyte = 2 ** 20;

/**
 * In memory, where Linux has a place for files there: SQLite waits for the disk after each transaction, PostgreSQL
 * copies some 300 files for each database.
 */
function place(room: number): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= room ? memory : tmpdir();
}

/** Makes a temporary folder for databases that no spec needs on a disk, and that take less than this. */
export const fastFolder = (prefix: string, room = 512 * mebibyte): string =>
  mkdtempSync(join(place(room), prefix));
