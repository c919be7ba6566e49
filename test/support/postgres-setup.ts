import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { migratedDatabase, startPostgres } from './postgres-server.ts';
import { prepareTemplate } from './reused-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | undefined;
    /** SQL that writes the rows that the migrations leave into empty tables. */
    migratedRows: string;
  }
}

/** Starts one PostgreSQL for all projects of a run; each spec creates its own database in it. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().postgresUrl !== undefined) return undefined;
  const server = await startPostgres();
  vitest.provide('postgresUrl', server.url);
  const url = new URL(server.url);
  url.pathname = migratedDatabase;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${migratedDatabase}`);
  await client.end();
  await (await openLedger(url.href)).destroy();
  vitest.provide('migratedRows', await prepareTemplate(url.href));
  return () => server.stop();
}
