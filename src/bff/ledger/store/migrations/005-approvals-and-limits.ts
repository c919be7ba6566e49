import { type Kysely, sql } from 'kysely';

/**
 * What a second person decided about a transfer before it is sent, and the limits that an admin gave a person in place
 * of the operator's.
 */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table orders add column approved_revision integer',
  'alter table orders add column approved_occurrence integer',
  // What approvers look at, and what expires.
  `create index orders_approval on orders (expires_at)
    where state = 'waiting' and waits_for = 'approval'`,
  // One decision for each revision, whatever two approvers do.
  `create table order_approvals (
    order_id text not null references orders(id),
    revision integer not null,
    user_id text not null references users(id),
    decision text not null,
    reason text,
    at text not null,
    constraint order_approvals_once primary key (order_id, revision)
  )`,
  'create index order_approvals_user on order_approvals (user_id)',
  `create table person_limits (
    user_id text not null references users(id),
    currency text not null,
    span text not null,
    amount text,
    next_amount text,
    next_at text,
    updated_at text not null,
    constraint person_limits_once primary key (user_id, currency, span)
  )`,
];
