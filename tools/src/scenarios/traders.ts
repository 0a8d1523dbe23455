import { type Instrument, type Price, asLots, asPrice, money } from '@fairlot/domain';
import type { ClientCommand } from '@fairlot/engine';
import type { Random } from '@fairlot/engine/sim';

const POINT = 1000n;
const LEVERAGES = [20, 50, 100, 200];

/** A level that was asked for, to be compared with its fill. */
export interface Asked {
  readonly account: number;
  readonly level: Price;
}

/** The commands that fill the books before the crash: deposits, positions with and without stops, pending orders. */
export class Traders {
  /** Stop-losses by order. */
  readonly stops = new Map<number, Asked>();
  readonly #random: Random;
  readonly #instrument: Instrument;

  constructor(random: Random, instrument: Instrument) {
    this.#random = random;
    this.#instrument = instrument;
  }

  /** Opens and funds an account. */
  arrive(account: number, time: number): ClientCommand[] {
    const amount = money(String(this.#random.between(200, 20_000)));
    return [
      { type: 'openAccount', time, account, key: 'open', kind: 'real' },
      { type: 'deposit', time, account, key: 'deposit', amount, reference: account },
    ];
  }

  /** A position that binds a fifth to four fifths of the money, or a pending order below the market. */
  order(account: number, time: number, free: bigint, bid: Price, ask: Price): ClientCommand {
    const random = this.#random;
    const side = random.chance(0.65) ? 'buy' : 'sell';
    const leverage = random.pick(LEVERAGES);
    const at = side === 'buy' ? ask : bid;
    const share = BigInt(random.between(20, 80));
    // Micro-dollars × leverage ÷ dollars of one lot, in lots of scale 4.
    const lots = (free * share * BigInt(leverage)) / 100n / ((at * this.#instrument.unitsPerLot) / 1_000_000n);
    const steps = (lots * 10_000n) / 10_000n / this.#instrument.lotStep;
    const volume = asLots((steps > 0n ? steps : 1n) * this.#instrument.lotStep);
    const pending = side === 'buy' && random.chance(0.15);
    const target = pending ? this.#away(bid, 'buy', 0.002, 0.2) : undefined;
    const stopLoss = random.chance(0.5) ? this.#away(target ?? at, side, 0.002, 0.05) : undefined;
    return {
      type: 'placeOrder',
      time,
      account,
      key: `order-${account}`,
      instrument: this.#instrument.id,
      side,
      lots: volume,
      leverage,
      ...(target !== undefined && { target, kind: 'limit' }),
      ...(stopLoss !== undefined && { stopLoss }),
    };
  }

  /** A try of a client while the price falls: to sell at the price on the screen, or to get out. */
  react(account: number, time: number, key: string, position: number | undefined): ClientCommand {
    if (position !== undefined && this.#random.chance(0.7))
      return { type: 'closePosition', time, account, key, order: position };
    return {
      type: 'placeOrder',
      time,
      account,
      key,
      instrument: this.#instrument.id,
      side: 'sell',
      lots: asLots(this.#instrument.minLots),
      leverage: 100,
    };
  }

  /** A price on the losing side of another. */
  #away(from: Price, side: 'buy' | 'sell', least: number, most: number): Price {
    const share = least + this.#random.next() * (most - least);
    const distance = (from * BigInt(Math.round(share * 1_000_000))) / 1_000_000n;
    const level = side === 'buy' ? from - distance : from + distance;
    return asPrice(level - (level % POINT));
  }
}
