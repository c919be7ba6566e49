import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migratedDatabase } from './postgres-server.ts';

/** Emptied databases of this worker, each under a name that nobody else has heard. */
const emptied: string[] = [];

const newName = () => `giro_${randomUUID().replaceAll('-', '')}`;

/** Counts each change of a table, index, trigger or function in copies of the template, whoever makes it. */
const countChanges = `
  create schema giro_spec;
  create sequence giro_spec.changes;
  create function giro_spec.changed() returns event_trigger language plpgsql security definer as
    $$ begin perform nextval('giro_spec.changes'); end $$;
  create event trigger giro_spec_changed on ddl_command_end execute function giro_spec.changed()`;

/** True if a spec left more behind than rows: a changed table, a setting, or statistics, which change plans. */
const isAltered = `
  select (select is_called from giro_spec.changes)
    or exists (select from pg_statistic join pg_class on pg_class.oid = starelid
      where relnamespace = 'public'::regnamespace)
    or exists (select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = current_database())
    or exists (select from pg_database where datname = current_database()
      and (datconnlimit <> -1 or datacl is not null)) as altered`;

const writtenTables = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;

const restartSequences = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null`;

/**
 * Makes the database of this address, as the migrations left it, the template of those to reuse.
 * @returns SQL that writes its rows into empty tables
 */
export async function prepareTemplate(url: string): Promise<string> {
  return connected(url, async (client) => {
    await client.query(countChanges);
    const refill: string[] = [];
    for (const { name } of (await client.query<{ name: string }>(writtenTables)).rows) {
      const { rows } = await client.query<{ json: string | null }>(
        `select quote_literal(json_agg(one)::text) as json from ${name} one`,
      );
      const json = rows[0]?.json ?? "'[]'";
      refill.push(
        `insert into ${name} select * from json_populate_recordset(null::${name}, ${json})`,
      );
    }
    return refill.join(';');
  });
}

/**
 * Databases with the tables of the ledger. One that a spec gave back is emptied, and the next spec gets it under a new
 * name: to copy the template was most of what PostgreSQL did in a run.
 */
export function reusedDatabases(server: string, refill: string) {
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: name }).href;

  async function copyTemplate(): Promise<string> {
    const name = newName();
    await connected(server, (client) =>
      client.query(`create database ${name} template ${migratedDatabase} strategy file_copy`),
    );
    return name;
  }

  /** What still runs against it finds no database under the old name. */
  const giveBack = (old: string) =>
    connected(server, async (client) => {
      const name = newName();
      const drop = (database: string) => client.query(`drop database ${database} with (force)`);
      try {
        await client.query(
          'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
          [old],
        );
        await client.query(`alter database ${old} rename to ${name}`);
      } catch {
        await drop(old);
        return;
      }
      if (await connected(urlOf(name), empty)) emptied.push(name);
      else await drop(name);
    });

  /** @returns false if it is not as new */
  async function empty(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ altered: boolean }>(isAltered);
    if (rows[0]?.altered !== false) return false;
    const tables = (await client.query<{ name: string }>(writtenTables)).rows.map(
      ({ name }) => name,
    );
    // As a replica, the audit's triggers let its rows go. Not by `delete`: rows would come back in another order.
    await client.query(`set session_replication_role = replica;
      truncate ${tables.join(', ')} cascade; ${refill}; ${restartSequences}`);
    return true;
  }

  return {
    async create(): Promise<{ url: string; remove(): Promise<void> }> {
      const name = emptied.pop() ?? (await copyTemplate());
      return { url: urlOf(name), remove: () => giveBack(name) };
    },
  };
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
