import { type Instrument, type Lots, type Money, type Price, pricePoint } from '@fairlot/domain';
import type { ClientCommand, HostCommand, PlaceOrder } from '../index.ts';
import type { AuditedOrder, Books } from './auditor/books.ts';
import { Ledger } from './auditor/ledger.ts';
import { seenTerms } from './auditor/agreed-terms.ts';
import { amendedConditions, anyCondition } from './condition-commands.ts';
import { DeviceKeys } from './device-keys.ts';
import { someReward } from './fee-commands.ts';
import { guaranteedOrder, guaranteedStops } from './guarantee-commands.ts';
import {
  GROUPS,
  anyGroup,
  byStaff,
  changedTerms,
  deskCommand,
  groupCommand,
  returned,
  rolloverCommand,
  rulesCommand,
} from './house-commands.ts';
import { asReadNow, correction, isOfLostTrade } from './correction-commands.ts';
import { coveringOrder } from './hedging-commands.ts';
import { partsCommand } from './partial-level-commands.ts';
import type { Random, RunProfile } from './random.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { keeping, someTrailing } from './trailing-commands.ts';
import type { UnkeyedCommand } from './unkeyed-command.ts';

const ACCOUNTS = 9;
const DOLLAR = 1_000_000;

/** Generates commands: mostly valid ones, invalid ones of every kind, and repeated ones. */
export class Workload {
  readonly #random: Random;
  readonly #profile: RunProfile;
  readonly #market: SimulatedMarket;
  readonly #sent: ClientCommand[] = [];
  readonly #deviceKeys = new DeviceKeys();
  /** The accounts in use. */
  readonly #accounts = Array.from({ length: ACCOUNTS }, (_, index) => index + 1);
  #withdrawals = 0;

  constructor(random: Random, market: SimulatedMarket, profile: RunProfile) {
    this.#random = random;
    this.#profile = profile;
    this.#market = market;
  }

  /** The next command, chosen by the present books. */
  next(books: Books): ClientCommand | HostCommand {
    const random = this.#random;
    if (random.chance(0.008)) return rolloverCommand(random, this.#market, books);
    if (random.chance(0.004)) return rulesCommand(random, this.#market, books);
    if (random.chance(0.008))
      return {
        type: 'defineInstrument',
        time: this.#market.time,
        instrument: changedTerms(random, this.#profile, this.#market),
      };
    // Without a draw where there is no desk, so that the runs of those seeds stay what they were.
    if (random.chances(this.#profile.halting)) return deskCommand(random, this.#profile, this.#market, books);
    if (random.chances(this.#profile.grouping)) return groupCommand(random, this.#profile, this.#market, books);
    if (this.#sent.length > 0 && random.chance(0.06)) return this.#again(books);
    // Some accounts stay unopened for a while, so that commands for unknown accounts occur.
    const account = this.#accounts[random.between(0, ACCOUNTS - 1)] as number;
    const command = {
      time: this.#market.time,
      account,
      key: this.#deviceKeys.next(account, this.#market.time),
      ...(this.#profile.halting > 0 && random.chance(0.04)
        ? correction(random, books, account)
        : this.#command(books, account)),
    } as ClientCommand;
    this.#sent.push(command);
    if (command.type === 'retireAccount') this.#replace(books, account);
    return command;
  }

  /** Goes on with a new number in place of an account that is retired. Only late copies of commands name the old one. */
  #replace({ accounts, balances }: Books, account: number): void {
    if (accounts.get(account) !== 'demo' || (balances.get(`${account}.withdrawalHold`) ?? 0n) !== 0n) return;
    this.#accounts[this.#accounts.indexOf(account)] = account + ACCOUNTS;
  }

  /** A command that was sent before, with the same or another payload under its key. */
  #again(books: Books): ClientCommand {
    const random = this.#random;
    const recent = random.chance(0.7) ? this.#sent.slice(-40) : this.#sent;
    const earlier = { ...random.pick(recent), time: this.#market.time };
    if (random.chance(0.7) && !isOfLostTrade(books, earlier)) return asReadNow(books, earlier);
    return earlier.type === 'deposit'
      ? { ...earlier, amount: (earlier.amount + 1n) as Money }
      : {
          type: 'deposit',
          time: earlier.time,
          account: earlier.account,
          key: earlier.key,
          amount: 5n as Money,
          reference: 1,
        };
  }

  #command(books: Books, account: number): UnkeyedCommand {
    const random = this.#random;
    if (this.#profile.grouping > 0 && random.chance(this.#profile.grouping))
      return { type: 'assignGroup', group: random.between(1, GROUPS + 1), ...byStaff(random, this.#profile) };
    const ofParts = partsCommand(random, this.#profile, books, account);
    if (ofParts !== undefined) return ofParts;
    const own = random.chance(0.95) ? books.orders.filter((order) => order.account === account) : books.orders;
    const orders = own.length > 0 ? own : books.orders;
    const order = (of: readonly AuditedOrder[]): number =>
      of.length > 0 && random.chance(0.97) ? random.pick(of).id : random.between(1, books.nextOrder + 1);
    const kind = random.weighted({
      openAccount: books.accounts.has(account) ? 0.5 : 60,
      placeOrder: 44,
      closePosition: 9,
      cancelOrder: 5,
      setStops: 9,
      amendOrder: 7,
      deposit: 5,
      holdWithdrawal: 4,
      releaseWithdrawal: 1.5,
      payWithdrawal: 1.5,
      adjust: 1.2,
      reward: 0.8,
      resetDemo: 0.6,
      retireAccount: 0.4,
      chargeSwap: 3,
    });
    switch (kind) {
      case 'openAccount':
        return { type: kind, kind: random.chance(0.5) ? 'demo' : 'real', ...anyGroup(random, this.#profile) };
      case 'placeOrder':
        return coveringOrder(random, books, account) ?? this.#order(books, account);
      case 'closePosition':
        return this.#close(books, order(random.chance(0.9) ? orders.filter(({ open }) => open) : orders));
      case 'cancelOrder':
        return {
          type: kind,
          order: order(random.chance(0.9) ? orders.filter(({ open }) => !open) : orders),
          ...byStaff(this.#random, this.#profile),
        };
      case 'setStops':
        return this.#stops(books, order(orders));
      case 'amendOrder':
        return this.#amendment(books, order(random.chance(0.95) ? orders.filter(({ open }) => !open) : orders));
      case 'deposit':
        return { type: kind, amount: this.#dollars(-20, 8000), reference: random.between(1, 1000) };
      case 'holdWithdrawal':
        return this.#withdrawal();
      case 'releaseWithdrawal':
      case 'payWithdrawal':
        return { type: kind, withdrawal: this.#heldBy(books, account) };
      case 'adjust':
        return { type: kind, amount: this.#dollars(-6000, 500), memo: 'a correction, "quoted"', ...returned(random) };
      case 'reward':
        return someReward(this.#dollars(-10, 200), random.between(1, 1000));
      case 'resetDemo':
      case 'retireAccount':
        return { type: kind };
      case 'chargeSwap':
        return {
          type: kind,
          rolloverTime: this.#market.time - (random.chance(0.5) ? random.between(0, 60_000) : 0),
          weekday: random.between(1, 5),
        };
    }
  }

  #order(books: Books, account: number): Omit<PlaceOrder, 'time' | 'key' | 'account'> {
    const random = this.#random;
    const instrument = random.chance(0.9)
      ? random.pick(this.#market.quoted.slice(0, 10))
      : random.pick([...this.#market.instruments, { ...this.#market.instruments[0], id: 77 } as Instrument]);
    const side = random.chance(0.5) ? 'buy' : 'sell';
    const quote = books.markets.get(instrument.id)?.quote;
    const market = Number(quote === undefined ? 100_000_000n : side === 'buy' ? quote.ask : quote.bid);
    const pending = random.chance(0.35);
    const target = pending ? this.#near(instrument, market, random.chance(0.05) ? 0 : 0.004) : undefined;
    const reference = Number(target ?? market);
    const away = side === 'buy' ? 1 : -1;
    return guaranteedOrder(random, this.#profile, {
      type: 'placeOrder',
      instrument: instrument.id,
      side,
      lots: this.#lots(instrument),
      leverage: random.chance(0.97) && instrument.leverages.length > 0 ? random.pick(instrument.leverages) : 33,
      target,
      validUntil: random.chance(0.15) ? this.#market.time + random.between(-1000, 4000) : undefined,
      worst: !pending && random.chance(0.3) ? this.#near(instrument, market, 0.0003) : undefined,
      kind: pending && random.chance(0.5) ? random.pick(['limit', 'stop']) : undefined,
      terms: this.#termsSeen(books, account, instrument.id),
      stopLoss: random.chance(0.45) ? this.#level(instrument, reference, -away) : undefined,
      takeProfit: random.chance(0.45) ? this.#level(instrument, reference, away) : undefined,
      ...someTrailing(random, this.#profile, instrument, reference),
      ...(pending &&
        anyCondition(random, this.#profile, this.#market.time, {
          near: (within) => this.#near(instrument, market, within),
          level: (at, direction) => this.#level(instrument, at, direction),
        })),
    });
  }

  /** The version of an instrument's terms: none, the present one, or rarely another. */
  #termsSeen(books: Books, account: number, id: number): string | undefined {
    const terms = books.instruments.get(id);
    if (terms === undefined || books.rules === undefined || this.#random.chance(0.5)) return undefined;
    return this.#random.chance(0.03) ? 'another' : seenTerms(new Ledger(books), account, terms);
  }

  #close(books: Books, id: number): UnkeyedCommand {
    const order = books.orders.find((each) => each.id === id);
    const instrument = this.#market.instruments.find((each) => each.id === order?.instrument);
    const quote = order && books.markets.get(order.instrument)?.quote;
    if (order === undefined || instrument === undefined || quote === undefined || this.#random.chance(0.6))
      return { type: 'closePosition', order: id, ...byStaff(this.#random, this.#profile) };
    const market = Number(order.side === 'buy' ? quote.bid : quote.ask);
    return {
      type: 'closePosition',
      order: id,
      worst: this.#near(instrument, market, 0.0003),
      ...byStaff(this.#random, this.#profile),
    };
  }

  #stops(books: Books, id: number): UnkeyedCommand {
    const order = books.orders.find((each) => each.id === id);
    const instrument = this.#market.instruments.find((each) => each.id === order?.instrument);
    if (order === undefined || instrument === undefined) return { type: 'setStops', order: id };
    const market = Number(books.markets.get(order.instrument)?.quote?.bid ?? 1n);
    const reference = order.open ? market : Number(order.target ?? 1n);
    const away = order.side === 'buy' ? 1 : -1;
    const random = this.#random;
    const trailing = someTrailing(random, this.#profile, instrument, reference, true);
    return guaranteedStops(random, this.#profile, {
      type: 'setStops' as const,
      order: id,
      ...keeping(random),
      stopLoss: random.chance(0.7) ? this.#level(instrument, reference, -away) : undefined,
      takeProfit: random.chance(0.7) ? this.#level(instrument, reference, away) : undefined,
      ...trailing,
      ...(trailing.trailing !== undefined && random.chance(0.4) && { keep: 'both' as const }),
    });
  }

  /** A target on either side of the market, near the present target, or exactly at the market. */
  #amendment(books: Books, id: number): UnkeyedCommand {
    const order = books.orders.find((each) => each.id === id);
    const instrument = this.#market.instruments.find((each) => each.id === order?.instrument);
    const quote = order && books.markets.get(order.instrument)?.quote;
    if (order === undefined || instrument === undefined || quote === undefined)
      return { type: 'amendOrder', order: id, target: 100_000_000n as Price, stops: 'kept' };
    const market = Number(order.side === 'buy' ? quote.ask : quote.bid);
    const random = this.#random;
    const target = random.chance(0.12)
      ? this.#near(instrument, market, 0)
      : this.#near(instrument, random.chance(0.5) ? market : Number(order.target ?? market), 0.004);
    const wished = {
      kind: random.chance(0.5) ? random.pick(['limit', 'stop'] as const) : undefined,
      terms: this.#termsSeen(books, order.account, order.instrument),
    };
    const conditions = amendedConditions(random, this.#profile, this.#market.time, order, () =>
      this.#near(instrument, Number(target), 0.002),
    );
    if (random.chance(0.6)) return { type: 'amendOrder', order: id, target, stops: 'kept', ...wished, ...conditions };
    const away = order.side === 'buy' ? 1 : -1;
    return {
      type: 'amendOrder',
      order: id,
      target,
      ...wished,
      stops: 'replaced',
      ...keeping(random),
      stopLoss: random.chance(0.6) ? this.#level(instrument, Number(target), -away) : undefined,
      takeProfit: random.chance(0.6) ? this.#level(instrument, Number(target), away) : undefined,
      ...conditions,
    };
  }

  #withdrawal(): UnkeyedCommand {
    const random = this.#random;
    if (random.chance(0.9)) this.#withdrawals += 1;
    const amount = this.#dollars(-10, 3000);
    return {
      type: 'holdWithdrawal',
      withdrawal: this.#withdrawals,
      amount,
      fee: random.pick([0n, amount, 25_000n, -1n]) as Money,
    };
  }

  #heldBy(books: Books, account: number): number {
    const held = [...books.withdrawals]
      .filter(([, record]) => record.account === account || this.#random.chance(0.02))
      .map(([id]) => id);
    return held.length > 0 ? this.#random.pick(held) : this.#random.between(1, this.#withdrawals + 1);
  }

  #lots({ lotStep, maxLots }: Instrument): Lots {
    const random = this.#random;
    const size = random.pick([0.01, 0.1, 0.1, 0.5, 1, 1, 3, 8, 20]) * (1 + random.next()) * this.#profile.size;
    const lots = BigInt(Math.round(size * 10_000));
    if (random.chance(0.02)) return (lots + 1n) as Lots;
    if (random.chance(0.01)) return 0n as Lots;
    return (random.chance(0.01) ? maxLots + lotStep : lots - (lots % lotStep)) as Lots;
  }

  /** A level, usually on its correct side. */
  #level(instrument: Instrument, reference: number, away: number): Price {
    const direction = this.#random.chance(0.04) ? -away : away;
    return this.#near(instrument, reference * (1 + direction * this.#random.next() * 0.006), 0);
  }

  /** A price near another, usually on the instrument's grid, rarely absurd. */
  #near(instrument: Instrument, at: number, within: number): Price {
    const random = this.#random;
    if (random.chance(0.005)) return BigInt(Math.round(at * random.pick([11, 0.05]))) as Price;
    const point = pricePoint(instrument);
    const value = BigInt(Math.max(1, Math.round(at * (1 + (random.next() * 2 - 1) * within))));
    const rounded = random.chance(0.01) ? value : value - (value % point);
    return (rounded > 0n ? rounded : point) as Price;
  }

  #dollars(least: number, most: number): Money {
    return (this.#random.chance(0.02) ? 0n : BigInt(this.#random.between(least * DOLLAR, most * DOLLAR))) as Money;
  }
}
