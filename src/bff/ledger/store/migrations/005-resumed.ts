import { type Kysely, sql } from 'kysely';

/** When a person last let an order go on that asked them: they knew of everything that was there by then. */
export async function up(db: Kysely<unknown>) {
  await sql.raw('alter table orders add column resumed_at text').execute(db);
}
