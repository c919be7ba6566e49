import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null;
  }
}

/** Starts one PostgreSQL for all projects of a run; each spec creates its own database in it. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().postgresUrl !== undefined) return undefined;
  const server = await startPostgres();
  vitest.provide('postgresUrl', server?.url ?? null);
  if (server) return () => server.stop();
  if (process.env.REQUIRE_POSTGRES) {
    throw new Error(
      'No PostgreSQL server found: install one (Debian: apt-get install postgresql).',
    );
  }
  process.stderr.write(
    '\n*** SKIPPED: everything on PostgreSQL. No server found on this machine ***\n',
  );
  process.stderr.write(
    '*** (Debian: apt-get install postgresql)                            ***\n\n',
  );
  return undefined;
}
