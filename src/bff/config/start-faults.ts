import { LedgerError, ledgerError, storeCode } from '../ledger/store/ledger-error.ts';
import { type Config, ConfigError } from './config.ts';

/** Turns a failure of the ledger into a ConfigError. Returns any other error unchanged. */
export function ledgerFault(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown {
  if (!(error instanceof LedgerError) && storeCode(error) === null) return error;
  return new ConfigError([`DATABASE_URL: ${ledgerError(error, databaseUrl).message}`]);
}

/** Turns an error of listen() into a ConfigError that names the variable. Returns any other error unchanged. */
export function listenFault(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const line = {
    EADDRINUSE: `PORT: another program already uses ${host}:${port}; stop it, or set another port`,
    EACCES: `PORT: this user may not listen on ${port}; set a port from 1024 up`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine; set one of its own, or 127.0.0.1`,
    EAI_AGAIN: `HOST: ${host} can't be resolved; set an address of this machine, or 127.0.0.1`,
    ENOTFOUND: `HOST: ${host} is an unknown name; set an address of this machine, or 127.0.0.1`,
  }[code];
  return line ? new ConfigError([line]) : error;
}
