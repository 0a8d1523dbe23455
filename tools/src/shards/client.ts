import { type Lots, type Price, asMoney, asPrice, lots, money, stampOfTime, timeKey } from '@fairlot/domain';
import type { AccountKind, OrderId } from '@fairlot/engine';
import type { Random } from '@fairlot/engine/sim';
import type { CommandDraft } from '../../../apps/server/src/trading/port.ts';
import type { ShardsAuditor } from './auditor.ts';
import { type Answer, isKnown } from './answer.ts';
import { INSTRUMENTS } from './shared-terms.ts';
import type { SimMarket } from './sim-market.ts';

type Bare = CommandDraft extends infer C ? (C extends CommandDraft ? Omit<C, 'key' | 'account'> : never) : never;

export interface ClientOptions {
  readonly random: Random;
  readonly market: SimMarket;
  readonly auditor: ShardsAuditor;
  readonly account: number;
  readonly kind: AccountKind;
  readonly commands: number;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Calls some gateway. Undefined without an answer in time. Every answer is told, a late one as well. */
  readonly call: (draft: CommandDraft, told: (answer: Answer) => void) => Promise<Answer | undefined>;
}

const LATEST_START_MS = 25_000;

/** A client who trades, repeats what was not answered, and sometimes what was. */
export class Client {
  readonly account: number;
  isDone = false;
  /** Commands that were sent again because no answer came. */
  repeats = 0;
  readonly #options: ClientOptions;
  readonly #sent: CommandDraft[] = [];
  #orders: OrderId[] = [];
  #keys = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.account = options.account;
  }

  async run(): Promise<void> {
    const { random, kind, commands, pause } = this.#options;
    // Accounts are opened at all times, so that failures meet their placing as well.
    await pause(random.between(0, LATEST_START_MS));
    await this.#send(this.#named({ type: 'openAccount', kind }, 'open'));
    if (kind === 'real')
      await this.#send(this.#named({ type: 'deposit', amount: money('20000'), reference: 1 }, 'first deposit'));
    for (let count = 0; count < commands; count += 1) {
      await pause(random.between(0, 400));
      if (random.chance(0.08) && this.#sent.length > 0) await this.#again();
      else await this.#send(this.#named(this.#command(), this.#key()));
    }
    this.isDone = true;
  }

  /** Sends a command until its outcome is known. */
  async #send(draft: CommandDraft): Promise<void> {
    const { call, pause, random } = this.#options;
    this.#sent.push(draft);
    for (;;) {
      const answer = await call(draft, (told) => this.#told(draft, told));
      if (answer !== undefined && isKnown(answer.outcome)) {
        if (answer.outcome.ok && draft.type === 'placeOrder') this.#orders.push(answer.outcome.order!);
        return;
      }
      this.repeats += 1;
      await pause(random.between(10, 1500));
    }
  }

  /** A command that was answered, with the same payload or another under its key. */
  async #again(): Promise<void> {
    const { random, call } = this.#options;
    const draft = random.pick(this.#sent);
    const changed =
      random.chance(0.3) && draft.type === 'deposit' ? { ...draft, amount: asMoney(draft.amount + 1n) } : draft;
    await call(changed, (told) => this.#told(changed, told));
  }

  /** An answer: its outcome, and that what is read next does not contradict it. */
  #told(draft: CommandDraft, { outcome, reading }: Answer): void {
    const { auditor } = this.#options;
    auditor.told(draft, outcome);
    if (!outcome.ok || reading === 'uncommitted') return;
    const row = auditor.rowOf(draft.account, draft.key);
    if (row?.changes === true && (reading?.changedBy ?? 0) < row.seq)
      auditor.disagree(
        `account ${draft.account} is read as of row ${reading?.changedBy}, after row ${row.seq} was told`,
      );
  }

  #command(): Bare {
    const { random, kind } = this.#options;
    const order = this.#orders.length > 0 ? random.pick(this.#orders.slice(-8)) : 1;
    switch (
      random.weighted({ place: 45, close: 20, cancel: 8, stops: 10, deposit: 6, hold: 4, release: 3, reset: 1, bad: 3 })
    ) {
      case 'place':
        return this.#order();
      case 'close':
        return { type: 'closePosition', order };
      case 'cancel':
        return { type: 'cancelOrder', order };
      case 'stops':
        return { type: 'setStops', order, stopLoss: this.#near(0.002), takeProfit: this.#near(0.002) };
      case 'deposit':
        return kind === 'demo'
          ? { type: 'resetDemo' }
          : { type: 'deposit', amount: money(String(random.between(1, 900))), reference: random.between(1, 99) };
      case 'hold':
        return {
          type: 'holdWithdrawal',
          withdrawal: this.account * 1000 + random.between(1, 20),
          amount: money(String(random.between(1, 300))),
          fee: money('1'),
        };
      case 'release':
        return {
          type: random.chance(0.5) ? 'releaseWithdrawal' : 'payWithdrawal',
          withdrawal: this.account * 1000 + random.between(1, 20),
        };
      case 'reset':
        return { type: 'resetDemo' };
      case 'bad':
        return { ...this.#order(), lots: 33n as Lots };
    }
  }

  #order(): Extract<Bare, { type: 'placeOrder' }> {
    const { random } = this.#options;
    const { id } = random.pick(INSTRUMENTS);
    return {
      type: 'placeOrder',
      instrument: id,
      side: random.pick(['buy', 'sell']),
      lots: lots(random.pick(['0.01', '0.10', '0.50', '2.00'])),
      leverage: random.pick([50, 100, 200]),
      ...(random.chance(0.3) && { target: this.#near(0.001, id) }),
      ...(random.chance(0.3) && { stopLoss: this.#near(0.001, id) }),
    };
  }

  #near(within: number, id = 1): Price {
    const { random, market } = this.#options;
    const mid = Number(market.mid(id)) * (1 + (random.next() - 0.5) * within);
    const point = id === 3 ? 1_000_000 : 1000;
    return asPrice(BigInt(Math.round(mid / point) * point));
  }

  #named(command: Bare, key: string): CommandDraft {
    return { ...command, account: this.account, key };
  }

  /** A key with the time of the client's device, or one without, for which the journal is searched. */
  #key(): string {
    const { random, now } = this.#options;
    this.#keys += 1;
    if (random.chance(0.3)) return `key ${this.#keys}`;
    const bytes = Uint8Array.from({ length: 9 }, () => random.between(0, 255));
    return timeKey(stampOfTime(now() + random.pick([0, 0, -900, 1500])) + random.between(0, 31), bytes);
  }
}
