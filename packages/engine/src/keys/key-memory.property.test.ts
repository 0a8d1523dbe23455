import { type Money, keyStamp, stampOfTime, timeKey } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Deposit, Outcome, RetireAccount } from '../index.ts';
import { nameOf } from './fingerprint.ts';
import { KeyMemory } from './key-memory.ts';

const LIMIT = 4;
/** Stamps are drawn from few values, so that keys come again and arrive late. */
const SPREAD = 60;

const account = fc.integer({ min: 1, max: 3 });
const key = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: SPREAD }).map((ms) => timeKey(stampOfTime(ms), new Uint8Array(9))),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: SPREAD }).map((number) => `key-${number}`) },
);
const submit = fc.record({ type: fc.constant('submit' as const), account, key });
/** An account's next key by a clock that only rises. */
const rise = fc.record({ type: fc.constant('rise' as const), account });
const step = fc.oneof(
  { weight: 12, arbitrary: submit },
  { weight: 6, arbitrary: rise },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const), slot: fc.constantFrom(1, 64, 4096) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rollBack' as const), kept: fc.nat({ max: LIMIT }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('retire' as const), account }) },
);

/** The exact set of used keys, which grows for ever: the way in which keys were kept before. */
class Oracle {
  readonly #rows: { name: string; outcome: Outcome; stamp: number; account: number }[] = [];
  /** The rows that retired accounts. */
  readonly #retired = new Map<number, number>();
  #committed = 0;

  get seq(): number {
    return this.#rows.length;
  }

  outcomeOf(name: string): Outcome | undefined {
    return this.#rows.find((row) => row.name === name)?.outcome;
  }

  isCommitted(name: string): boolean {
    return this.#rows.findIndex((row) => row.name === name) < this.#committed;
  }

  hasAccount(of: number): boolean {
    return !this.#retired.has(of);
  }

  greatestStamp(of: number): number {
    return Math.max(0, ...this.#rows.filter((row) => row.account === of).map(({ stamp }) => stamp));
  }

  retire(command: RetireAccount, outcome: Outcome): void {
    this.add(command, outcome);
    this.#retired.set(command.account, this.seq);
  }

  add(command: Deposit | RetireAccount, outcome: Outcome): void {
    this.#rows.push({ name: nameOf(command), outcome, stamp: keyStamp(command.key) ?? 0, account: command.account });
    // As the host does: no more commands are uncommitted than memory remembers.
    this.#committed = Math.max(this.#committed, this.#rows.length - LIMIT);
  }

  commit(): void {
    this.#committed = this.#rows.length;
  }

  /** Loses uncommitted rows, except the first `kept` of them. Returns the number of rows that were known as committed. */
  rollBack(kept: number): number {
    const known = this.#committed;
    this.#rows.length = Math.min(this.#rows.length, known + kept);
    this.#committed = this.#rows.length;
    for (const [of, row] of this.#retired) if (row > this.seq) this.#retired.delete(of);
    return known;
  }
}

it('never takes a used key as new, gives the first outcomes, and proves rising keys new, like the exact set', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.boolean(), (steps, isEmpty) => {
      const oracle = new Oracle();
      let memory = new KeyMemory(LIMIT, [], isEmpty);
      /** The greatest stamp that was ever sent, lost rows included. */
      const sent = new Map<number, number>();
      const take = (of: number, name: string): void => {
        const command: Deposit = {
          type: 'deposit',
          time: 1,
          account: of,
          key: name,
          amount: 5n as Money,
          reference: 1,
        };
        const first = oracle.outcomeOf(nameOf(command));
        const status = memory.status(command, oracle.hasAccount(of));
        if (status.kind === 'known') expect(status.outcome).toEqual(first);
        if (status.kind === 'new') expect(first).toBeUndefined();
        // The journal, which is searched for archived keys, has only what is committed.
        if (status.kind === 'archived' && first !== undefined) expect(oracle.isCommitted(nameOf(command))).toBe(true);
        const stamp = keyStamp(name) ?? 0;
        if (stamp > (sent.get(of) ?? 0)) {
          if (oracle.hasAccount(of)) expect(status.kind).toBe('new');
          sent.set(of, stamp);
        }
        if (first !== undefined) return;
        const outcome: Outcome = { ok: true, order: oracle.seq + 1 };
        oracle.add(command, outcome);
        memory.remember(command, outcome, oracle.seq);
      };
      const retire = (of: number): void => {
        const command: RetireAccount = { type: 'retireAccount', time: 1, account: of, key: `retire-${oracle.seq}` };
        const outcome: Outcome = { ok: true };
        oracle.retire(command, outcome);
        memory.remember(command, outcome, oracle.seq);
        memory.dropMark(of, oracle.seq);
        expect([...memory.marks()].map((mark) => mark.account)).not.toContain(of);
      };
      for (const each of steps) {
        if (each.type === 'submit') take(each.account, each.key);
        else if (each.type === 'rise')
          take(each.account, timeKey((sent.get(each.account) ?? 0) + 1, new Uint8Array(9)));
        else if (each.type === 'retire') {
          if (oracle.hasAccount(each.account)) retire(each.account);
        } else if (each.type === 'commit') oracle.commit();
        else if (each.type === 'rollBack') memory.forgetAfter(oracle.rollBack(each.kept));
        else {
          oracle.commit();
          // The database keeps marks rounded up.
          const accounts = [1, 2, 3].filter((of) => oracle.hasAccount(of));
          const marks = accounts.map((of) => ({
            account: of,
            stamp: Math.ceil(oracle.greatestStamp(of) / each.slot) * each.slot,
          }));
          memory = new KeyMemory(LIMIT, marks);
          for (const { account: of, stamp } of marks) sent.set(of, Math.max(sent.get(of) ?? 0, stamp));
        }
      }
    }),
    { numRuns: 1000 },
  );
});
