import { LedgerError } from '../ledger/store/ledger-error.ts';
import { causeCode } from '../lib/cause-code.ts';

/** True for an error of the file system. */
export const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error;

/**
 * One line on a file that can't be read or written.
 * @param file null for standard output
 * @param what is written or read, such as `backup`
 */
export function fileFault(error: Error, file: string | null, what: string): LedgerError {
  const code = causeCode(error) ?? error.message;
  if (file === null) {
    const why = `standard output did not take the whole ${what}. What it took is no ${what}`;
    return new LedgerError(`${why} (${code})`, { cause: error });
  }
  const whys: Record<string, string> = {
    EEXIST: `exists. Name another: a ${what} is never written over`,
    ENOENT: 'is not there. Check its path',
    EACCES: 'is closed to this user. Check the rights to it and its folder',
    ENOSPC: 'does not fit on its disk. Make room',
    EISDIR: 'is a folder. Name a file',
  };
  const why = whys[code] ?? 'can’t be used';
  return new LedgerError(`the file ${file} ${why} (${code})`, { cause: error });
}
