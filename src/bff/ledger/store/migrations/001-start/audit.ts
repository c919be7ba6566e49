import type { Dialect } from './dialect.ts';

/** What people did, append-only. */
export const auditTables = ({ isPostgres, numbered }: Dialect) => [
  // `number` increases, so that entries are read in the order they were written.
  `create table audit (
    number ${numbered},
    at text not null,
    user_id text references users(id),
    action text not null,
    subject text,
    outcome text not null,
    request_id text not null
  )`,
  'create index audit_action on audit (action, number)',
  'create index audit_at on audit (at)',
  // The page of a case polls the history of its send.
  'create index audit_subject on audit (subject, number)',
  'create index audit_user on audit (user_id, number)',
  // The audit stays append-only, but for entries from before `since`.
  `create table audit_kept (
    id text primary key,
    since text not null
  )`,
  ...(isPostgres ? appendOnlyPostgres : appendOnlySqlite),
];

// Triggers reject every change of the audit, so that no bug of the program can make one.
const appendOnlySqlite = [
  ['update', 'when true'],
  ['delete', '\n    when not exists (select 1 from audit_kept where old.at < since)'],
  // `insert or replace` removes a row without firing the delete trigger.
  ['insert', 'when exists (select 1 from audit where number = new.number)'],
].map(
  ([change, when]) => `create trigger audit_no_${change} before ${change} on audit ${when}
    begin select raise(abort, 'the audit is append-only'); end`,
);
const appendOnlyPostgres = [
  `create function audit_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit is append-only'; end $$`,
  `create trigger audit_append_only before update or truncate on audit
    for each statement execute function audit_is_append_only()`,
  `create function audit_goes_back() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from audit_kept where old.at < since) then return old; end if;
      raise exception 'the audit is append-only';
    end $$`,
  `create trigger audit_no_delete before delete on audit
    for each row execute function audit_goes_back()`,
];
