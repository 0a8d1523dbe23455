import {
  type Candle,
  type Instrument,
  type Ohlc,
  PRICE_SCALE,
  type Price,
  asPrice,
  formatDecimal,
  lots,
  money,
  price,
  rate,
} from '@fairlot/domain';
import type { PastMarket } from '../../src/features/ranking/past-worth.ts';
import type { TradingHost } from '../../src/trading/port.ts';
import type { Contract, SeenQuote } from './naive-performance.ts';
import { EURUSD, type TestHost } from './test-host.ts';

export const USDJPY: Instrument = {
  ...EURUSD,
  id: 2,
  code: 'USDJPY',
  quoteCurrency: 'JPY',
  pricePrecision: 3,
  conversion: { instrument: 2, inverse: true },
  swap: { mode: 'points', long: rate('8.1'), short: rate('-14.2'), tripleWeekday: 3 },
};
/** Limits that no tick of a script reaches. */
export const NO_SPIKES = { jumpPerMille: 500, holdMs: 2_000 };

export const INSTRUMENTS: ReadonlyMap<number, Instrument> = new Map([EURUSD, USDJPY].map((each) => [each.id, each]));
export const CONTRACTS: ReadonlyMap<number, Contract> = new Map([
  [1, { code: 'EUR/USD', units: 100_000, inYen: false }],
  [2, { code: 'USD/JPY', units: 100_000, inYen: true }],
]);

const STEP_MS = 3 * 3_600_000 + 17_000;
/** The account that risks everything on one day and loses more than it has. */
export const RUINED = 9;

/** Some weeks of a market and ten accounts, identical in every run: quotes, orders, deposits and withdrawals. */
export class ScriptedMonth {
  readonly quotes: SeenQuote[] = [];
  readonly #testHost: TestHost;
  readonly #accounts: readonly number[];
  readonly #open = new Map<number, number[]>();
  /** The withdrawal of an account that stays under review. */
  readonly #underReview = new Map<number, number>();
  #eur = 1_100_000n;
  #yen = 150_000n;
  #seq = 0;
  #step = 0;
  #keys = 0;
  #state = 20_261_120;

  constructor(testHost: TestHost, accounts: readonly number[]) {
    this.#testHost = testHost;
    this.#accounts = accounts;
  }

  /** Sends the last quotes to a host that has just started. */
  tellLast(host: TradingHost): void {
    for (const id of [1, 2]) {
      const last = this.quotes.findLast(({ instrument }) => instrument === id);
      if (last !== undefined)
        host.onQuote({
          instrument: id,
          seq: 2_000_000,
          time: last.time,
          bid: exactPrice(last.bid),
          ask: exactPrice(last.ask),
        });
    }
  }

  /** Past market data: bars built from the script's quotes. */
  get past(): PastMarket {
    return {
      instrument: (id) => {
        const terms = INSTRUMENTS.get(id);
        return (
          terms && {
            ...terms,
            feeMode: 'perLot',
            displayCode: CONTRACTS.get(id)?.code ?? '',
            baseCurrency: '',
            categoryId: 1,
            logo: '',
            calendar: '',
            spike: NO_SPIKES,
          }
        );
      },
      candles: (id, _period, _limit, before = Number.POSITIVE_INFINITY) => {
        const last = this.quotes.findLast(({ instrument, time }) => instrument === id && time < before);
        return Promise.resolve(last === undefined ? [] : [barOf(last)]);
      },
    };
  }

  async run(steps: number): Promise<void> {
    await this.#testHost.host.submit({ type: 'defineInstrument', instrument: USDJPY });
    this.#testHost.host.setOpen(USDJPY.id, true);
    for (const end = this.#step + steps; this.#step < end; this.#step += 1) {
      const step = this.#step;
      this.#testHost.clock.time += STEP_MS + this.#below(60_000);
      this.#tick(step);
      const newcomer = step % 4 === 0 ? this.#accounts[step / 4] : undefined;
      if (newcomer !== undefined) await this.#arrive(newcomer);
      else await this.#act(step);
    }
    this.#testHost.clock.time += 61_000;
    this.#tick(this.#step);
  }

  async #arrive(account: number): Promise<void> {
    const kind = account % 3 === 0 ? 'demo' : 'real';
    await this.#submit({ type: 'openAccount', account, kind });
    if (kind === 'real')
      await this.#submit({ type: 'deposit', account, amount: money('20000'), reference: this.#keys });
    this.#open.set(account, []);
  }

  async #act(step: number): Promise<void> {
    const present = this.#accounts.filter((account) => this.#open.has(account));
    const account = present[this.#below(present.length)];
    if (account === undefined) return;
    if (account === this.#accounts[RUINED]) return this.#gamble(step, account);
    const what = this.#below(12);
    if (what < 5) await this.#trade(account);
    else if (what < 9) await this.#close(account);
    else if (what === 9)
      await this.#submit({
        type: 'deposit',
        account,
        amount: money(String(100 + this.#below(9000))),
        reference: this.#keys,
      });
    else if (what === 10) await this.#withdraw(account);
    else if (account % 3 === 0) await this.#submit({ type: 'resetDemo', account });
    else
      await this.#submit({
        type: 'adjust',
        account,
        amount: money(`${this.#below(2) === 0 ? '-' : ''}12.34`),
        memo: 'a correction',
      });
  }

  async #gamble(step: number, account: number): Promise<void> {
    await this.#place(account, 'buy', EURUSD.id, '16', 100);
    if (step < 100) return;
    // Moves the price far beyond the stop-out level at once.
    this.#testHost.clock.time += 1000;
    const before = this.#eur;
    this.#eur -= 60_000n;
    this.#tick(0);
    this.#testHost.clock.time += 1000;
    this.#eur = before;
    this.#tick(0);
  }

  async #trade(account: number): Promise<void> {
    await this.#place(
      account,
      this.#below(2) === 0 ? 'buy' : 'sell',
      1 + this.#below(2),
      `0.${1 + this.#below(5)}`,
      [50, 100][this.#below(2)] ?? 50,
    );
  }

  async #place(
    account: number,
    side: 'buy' | 'sell',
    instrument: number,
    volume: string,
    leverage: number,
  ): Promise<void> {
    const outcome = await this.#submit({ type: 'placeOrder', account, instrument, side, lots: lots(volume), leverage });
    if (outcome.ok && outcome.order !== undefined) this.#open.get(account)?.push(outcome.order);
  }

  async #close(account: number): Promise<void> {
    const order = this.#open.get(account)?.shift();
    if (order !== undefined) await this.#submit({ type: 'closePosition', account, order });
  }

  async #withdraw(account: number): Promise<void> {
    const left = this.#underReview.get(account);
    if (left !== undefined) await this.#submit({ type: 'payWithdrawal', account, withdrawal: left });
    this.#underReview.delete(account);
    const withdrawal = this.#keys + 1;
    await this.#submit({
      type: 'holdWithdrawal',
      account,
      withdrawal,
      amount: money(String(50 + this.#below(2000))),
      fee: money('5'),
    });
    this.#testHost.clock.time += 60_000;
    this.#tick(1);
    // Some stay under review until the account's next withdrawal, over midnights and until the end.
    if (this.#below(3) === 0) this.#underReview.set(account, withdrawal);
    else
      await this.#submit({ type: this.#below(4) === 0 ? 'releaseWithdrawal' : 'payWithdrawal', account, withdrawal });
  }

  /** Submits a command under a key of its own. */
  #submit(command: Record<string, unknown>): ReturnType<TestHost['host']['submit']> {
    this.#keys += 1;
    return this.#testHost.host.submit({ ...command, key: `step-${this.#keys}` } as Parameters<
      TestHost['host']['submit']
    >[0]);
  }

  #tick(step: number): void {
    this.#eur += BigInt(this.#below(401) - 200 + (step % 7));
    this.#yen += BigInt(this.#below(401) - 200);
    this.#quote(1, this.#eur, 6, 10n);
    this.#quote(2, this.#yen, 3, 8n);
  }

  #quote(instrument: number, scaled: bigint, decimals: number, spread: bigint): void {
    const [bid, ask] = [
      formatDecimal(scaled, decimals, Math.min(decimals, 5)),
      formatDecimal(scaled + spread, decimals, Math.min(decimals, 5)),
    ];
    const { time } = this.#testHost.clock;
    this.#seq += 1;
    this.quotes.push({ instrument, time, bid: Number(bid), ask: Number(ask) });
    this.#testHost.host.onQuote({ instrument, seq: 1_000_000 + this.#seq, time, bid: price(bid), ask: price(ask) });
  }

  /** A deterministic random integer below a limit. */
  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 4_294_967_296) * limit);
  }
}

function barOf({ time, bid, ask }: SeenQuote): Candle {
  return { time, bid: flat(exactPrice(bid)), ask: flat(exactPrice(ask)), volume: 1 };
}

function flat(exact: Price): Ohlc {
  return { open: exact, high: exact, low: exact, close: exact };
}

function exactPrice(seen: number): Price {
  return asPrice(BigInt(Math.round(seen * 10 ** PRICE_SCALE)));
}
