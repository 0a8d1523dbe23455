import { Client } from 'pg';
import { until } from './copying.ts';

/** Key of the advisory lock at which a statement stops. */
const KEY = 4711;

/** A statement of `npm run detach`, or its commit, before whose end an obstacle stands. */
export interface Step {
  readonly name: string;
  /** Rows that this table gets, after each statement; or at the commit. */
  readonly table?: string;
  readonly atCommit?: boolean;
  /** A change of the schema by its text. */
  readonly ddl?: string;
}

/** The steps of the transaction that leave something, in order. */
export const STEPS: readonly Step[] = [
  { name: 'the keys are written', table: 'archived_keys' },
  { name: 'the stop-outs are written', table: 'archived_stop_outs' },
  { name: 'the new partition is made', ddl: 'create table journal_kept_next%' },
  { name: 'a partition is detached', ddl: 'alter table journal detach partition journal_first' },
  { name: 'the new partition is attached', ddl: 'alter table journal attach partition%' },
  { name: 'a partition is dropped', ddl: 'drop table journal_first' },
  { name: 'the new partition has its name', ddl: 'alter table journal_kept_next rename%' },
];
export const COMMIT: Step = { name: 'the commit', table: 'archived_keys', atCommit: true };

/** Ways in which a statement stops: it waits, the disk is full, or PostgreSQL ends the session. */
const WAYS = {
  waits: `perform pg_advisory_xact_lock(${KEY})`,
  full: `raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'`,
  ends: 'perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1)',
} as const;

/** Obstacles in a database that need nothing of the program that they stop. They need a superuser, for the event trigger. */
export class Obstacles {
  readonly #client: Client;

  constructor(url: string) {
    this.#client = new Client({ connectionString: url });
  }

  /** Takes the lock at which statements wait. */
  async open(): Promise<void> {
    await this.#client.connect();
    await this.#client.query(`select pg_advisory_lock(${KEY})`);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async put({ table, atCommit = false, ddl = '' }: Step, way: keyof typeof WAYS): Promise<void> {
    const body = `begin ${WAYS[way]}; return null; end`;
    if (table === undefined) {
      await this.#client.query(`create function obstacle() returns event_trigger language plpgsql as $$ begin
        if current_query() like '${ddl}' then ${WAYS[way]}; end if; end $$`);
      await this.#client.query('create event trigger obstacle on ddl_command_end execute function obstacle()');
      return;
    }
    await this.#client.query(`create function obstacle() returns trigger language plpgsql as $$ ${body} $$`);
    await this.#client.query(
      atCommit
        ? `create constraint trigger obstacle after insert on ${table} deferrable initially deferred
            for each row execute function obstacle()`
        : `create trigger obstacle after insert on ${table} for each statement execute function obstacle()`,
    );
  }

  /** Waits until so many sessions wait for a lock. */
  async reached(sessions = 1): Promise<void> {
    await until(async () => (await this.#waiting()) >= sessions);
  }

  /** Lets what waits go on, waits until no session does, and removes the obstacle. */
  async remove(): Promise<void> {
    await this.#client.query(`select pg_advisory_unlock(${KEY})`);
    await until(async () => (await this.#waiting()) === 0);
    // The lock on its table waits for the end of the transaction that was stopped.
    await this.#client.query('drop event trigger if exists obstacle');
    await this.#client.query('drop function obstacle cascade');
    await this.#client.query(`select pg_advisory_lock(${KEY})`);
  }

  async #waiting(): Promise<number> {
    const { rowCount } = await this.#client.query(
      'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    );
    return rowCount ?? 0;
  }
}
