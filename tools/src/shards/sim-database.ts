import type { ClientCommand, Outcome } from '@fairlot/engine';
import type { Random } from '@fairlot/engine/sim';
import { payloadDigest } from '@fairlot/engine';
import { NO_HASH } from '../../../apps/server/src/trading/journal/batch.ts';
import { decode, decodeOutcome } from '../../../apps/server/src/trading/journal/codec.ts';
import { SimTables, type StoredRow } from './sim-tables.ts';
import { Life, type VirtualTime } from './virtual-time.ts';

/** The lease of a shard, with the end that its holder moves on. */
interface Lease {
  epoch: number;
  seq: number;
  holder: string;
  endsAt: number;
  /** The last renewal, and the end that it has moved on. */
  renewedAt: number;
  endedBefore: number;
}

/** A shard in the database. */
export interface SimShard {
  readonly number: number;
  readonly journal: StoredRow[];
  readonly lease: Lease;
  readonly tables: SimTables;
  /** Rows by account and key. */
  readonly keys: Map<string, StoredRow>;
}

/** The steps of a database after which a test may let something fail. */
export type Step = 'take' | 'commit' | 'tables' | 'write' | 'load' | 'read' | 'renew';

/** A connection of a process. Its statements run in order. */
export interface Session {
  readonly life: Life;
  isLost: boolean;
  /** The moment of its last statement. */
  last: number;
  onLost: (error: Error) => void;
}

/** Told of what becomes durable. */
export interface DatabaseWatch {
  committed(shard: number, rows: readonly StoredRow[]): void;
  /** After each statement that took effect. */
  stepped(step: Step, life: Life, shard: number): void;
}

/** The rules of the database, of which a test breaks one. */
export interface DatabaseRules {
  /** False: a batch commits under any epoch and after any row. */
  readonly isFenced: boolean;
}

/** Transactions that do not wait for the disk reach it after so long: three times `wal_writer_delay`. */
const LOST_MS = 600;

/**
 * A database with the journals, leases and tables of all shards. Each statement is one step at one moment: it takes effect
 * wholly or not at all, whatever happens to its answer. What the journal has, it has for good; the tables lose their last
 * writes in a crash.
 */
export class SimDatabase {
  readonly shards: readonly SimShard[];
  /** The shard on which each account is placed, written before its opening is sent: a router that starts finds it. */
  readonly placed = new Map<number, number>();
  /** Set once everything that is told is constructed. */
  watch: DatabaseWatch | undefined;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #rules: DatabaseRules;
  readonly #own = new Life('database');
  readonly #sessions = new Set<Session>();
  /** Batches that a former holder could not commit. */
  refused = 0;
  /** Moments until which nothing passes between a process and the database. */
  readonly #held = new Map<Life, number>();
  #downUntil = 0;
  #slowUntil = 0;

  constructor(time: VirtualTime, random: Random, shards: readonly number[], rules: DatabaseRules) {
    this.#time = time;
    this.#random = random;
    this.#rules = rules;
    this.shards = shards.map((number) => {
      const journal: StoredRow[] = [];
      return {
        number,
        journal,
        lease: { epoch: 0, seq: 0, holder: '', endsAt: 0, renewedAt: 0, endedBefore: 0 },
        tables: new SimTables(number, journal),
        keys: new Map(),
      };
    });
  }

  get isFenced(): boolean {
    return this.#rules.isFenced;
  }

  /** The clock of the database, which alone decides when a lease ends. */
  get now(): number {
    return this.#time.now;
  }

  shard(number: number): SimShard {
    const found = this.shards.find((shard) => shard.number === number);
    if (found === undefined) throw new Error(`there is no shard ${number}`);
    return found;
  }

  open(life: Life): Session {
    const session: Session = { life, isLost: false, last: 0, onLost: () => undefined };
    this.#sessions.add(session);
    return session;
  }

  close(session: Session): void {
    session.isLost = true;
    this.#sessions.delete(session);
  }

  /** Runs a statement. Rejects when it throws, when the database is away, and when the session ends before the answer. */
  call<T>(session: Session, step: Step, shard: number, work: () => T): Promise<T> {
    const time = this.#time;
    return new Promise((done, fail) => {
      const away = (): void => fail(new Error('the database has ended the session'));
      const answer = (settle: () => void): void =>
        void time.post(session.life, this.#latency() + this.#heldFor(session.life), () =>
          session.isLost ? away() : settle(),
        );
      const at = Math.max(session.last, time.now + this.#latency() + this.#heldFor(session.life), this.#slowUntil);
      session.last = at;
      time.post(this.#own, at - time.now, () => {
        if (session.isLost || time.now < this.#downUntil) {
          time.post(session.life, this.#latency(), away);
          return;
        }
        try {
          const result = work();
          answer(() => done(result));
        } catch (error) {
          answer(() => fail(error));
          return;
        }
        this.watch?.stepped(step, session.life, shard);
      });
    });
  }

  /** Ends a session, as an administrator, a network or the next holder of a lease does. */
  lose(session: Session): void {
    if (session.isLost) return;
    session.isLost = true;
    this.#sessions.delete(session);
    this.#time.post(session.life, this.#latency(), () =>
      session.onLost(new Error('the database has ended the session')),
    );
  }

  /** Ends the sessions of a process that has ended. Statements that it had sent may still run. */
  forget(life: Life): void {
    for (const session of this.#sessions)
      if (session.life === life) this.#time.post(this.#own, this.#random.next() * 20, () => this.close(session));
  }

  /** Ends one session of a process, if it has one. */
  loseOne(life: Life): void {
    const own = [...this.#sessions].filter((session) => session.life === life);
    if (own.length > 0) this.lose(this.#random.pick(own));
  }

  /** Crashes, and is back after so long: sessions are lost, and the tables may have lost their last writes. */
  crash(ms: number): void {
    this.#downUntil = this.#time.now + ms;
    for (const session of this.#sessions) this.lose(session);
    for (const { tables, lease } of this.shards) {
      tables.seq = this.#random.between(tables.durable, tables.seq);
      tables.durable = tables.seq;
      // A renewal does not wait for the disk either.
      if (this.#time.now - lease.renewedAt < LOST_MS && this.#random.chance(0.5)) lease.endsAt = lease.endedBefore;
    }
  }

  /** Delays all statements and answers of a process for so long, as a broken network does until it is repaired. */
  hold(life: Life, ms: number): void {
    this.#held.set(life, this.#time.now + ms);
  }

  /** Answers nothing for so long. */
  stall(ms: number): void {
    this.#slowUntil = this.#time.now + ms;
  }

  /** The hash of the row at a number. */
  hashAt(shard: SimShard, seq: number): string {
    return shard.journal[seq - 1]?.hash ?? NO_HASH;
  }

  /** The first outcome under a key, in any shard; key_reused for another payload. */
  outcomeOf(command: ClientCommand): Outcome | undefined {
    for (const { keys } of this.shards) {
      const row = keys.get(`${command.account} ${command.key}`);
      if (row === undefined) continue;
      return payloadDigest(decode(row.texts.command) as ClientCommand) === payloadDigest(command)
        ? decodeOutcome(row.texts.outcome)
        : { ok: false, reason: 'key_reused' };
    }
    return undefined;
  }

  #heldFor(life: Life): number {
    return Math.max(0, (this.#held.get(life) ?? 0) - this.#time.now);
  }

  #latency(): number {
    return this.#random.chance(0.02) ? this.#random.between(5, 120) : this.#random.next() * 2;
  }
}
