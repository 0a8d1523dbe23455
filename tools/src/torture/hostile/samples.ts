import { statSync } from 'node:fs';
import type { Client } from 'pg';
import type { ServerProcess } from '../server-process.ts';
import { type Memory, measureMemory } from './probe.ts';
import type { HonestRecord } from './record.ts';

/** Figures of one moment. */
export interface Sample {
  /** Minutes since the first sample. */
  readonly minute: number;
  readonly memory: Memory;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly logBytes: number;
  /** Messages that the honest sockets have got since the last sample. */
  readonly heard: number;
}

/** Takes samples of a server and its database. */
export class Sampler {
  readonly samples: Sample[] = [];
  readonly #server: ServerProcess;
  readonly #database: Client;
  readonly #record: HonestRecord;
  readonly #begin = performance.now();

  constructor(server: ServerProcess, database: Client, record: HonestRecord) {
    this.#server = server;
    this.#database = database;
    this.#record = record;
  }

  async take(): Promise<Sample> {
    this.#record.isMeasuring = true;
    const memory = await measureMemory(this.#server);
    this.#record.isMeasuring = false;
    const sample = {
      minute: (performance.now() - this.#begin) / 60_000,
      memory,
      rows: await this.#rows(),
      logBytes: statSync(this.#server.logPath).size,
      heard: this.#record.heard,
    };
    this.#record.heard = 0;
    this.samples.push(sample);
    return sample;
  }

  async #rows(): Promise<Record<string, number>> {
    const { rows: tables } = await this.#database.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
    );
    const rows: Record<string, number> = {};
    for (const { name } of tables) {
      // Bars are written by the market alone, and counting millions of them would be a load of its own.
      if (name === 'candles') continue;
      const { rows: counted } = await this.#database.query<{ count: string }>(`select count(*) from "${name}"`);
      rows[name] = Number(counted[0]?.count);
    }
    return rows;
  }
}
