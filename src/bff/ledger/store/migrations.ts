import type { Migration } from 'kysely/migration';
import * as start from './migrations/001-start/start.ts';
import * as arrivalTimes from './migrations/002-arrival-times.ts';
import * as statements from './migrations/003-statements.ts';
import * as orders from './migrations/004-orders.ts';
import * as approvals from './migrations/005-approvals-and-limits.ts';

/** By the names stored in `kysely_migration`. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * What this program knows. Forward only: never change one that has run in a released program, add another after the
 * last. A program of the version before goes on over the migrated ledger, so its statements must still work
 * (test/bff/ledger/store/one-version-back.spec.ts).
 */
export const migrations: Migrations = {
  '001-start': start,
  '002-arrival-times': arrivalTimes,
  '003-statements': statements,
  '004-orders': orders,
  '005-approvals-and-limits': approvals,
};

/** The first migration of ledgers from before the first release, which this program can't read. */
export const unreleased = '001-people-and-sends';

/** Those of `known` that have these names. */
export const migrationsNamed = (names: readonly string[], known = migrations): Migrations =>
  Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
