import { divide, isAtOrBelow, margin, negate, pendingKind, pow10, profit } from '@fairlot/domain';
import type { Instrument, Money } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { RULEBOOK } from '../core/rulebook.ts';
import type { Rulebook } from '../core/rulebook.ts';
import { State } from '../core/state.ts';
import { ShardEngine } from '../engine.ts';
import { InvariantError } from '../index.ts';
import type { TradingEngine } from '../index.ts';
import { KeyMemory } from '../keys/key-memory.ts';
import { stateFrom } from '../snapshot/restore.ts';
import { Disagreement, runSimulation } from './index.ts';
import type { EngineMaker } from './index.ts';

/** Engines that go by a broken rule, wrapped where the break isn't one of a rule. */
function broken(
  change: Partial<Rulebook>,
  wrap: (engine: TradingEngine) => TradingEngine = (engine) => engine,
): EngineMaker {
  const rulebook = { ...RULEBOOK, ...change };
  return {
    create: () => wrap(new ShardEngine(new State(), new KeyMemory(50), rulebook)),
    restore: (image) => wrap(new ShardEngine(stateFrom(image, rulebook), new KeyMemory(50, image.keys), rulebook)),
  };
}

/** Margin as the product has it, but for the last micro-dollar. */
function marginRoundedDown(...[terms, lots, price, leverage, conversion]: Parameters<typeof margin>): Money {
  if (terms.marginMode === 'fixed') return margin(terms, lots, price, leverage, conversion);
  return divide(
    lots * terms.unitsPerLot * price * conversion.numerator,
    pow10(6) * BigInt(leverage) * conversion.denominator,
    'down',
  ) as Money;
}

/** Sees a stop-out only when it looks for the second time. */
function late(): typeof isAtOrBelow {
  let looks = 0;
  return (standing, ratio) => {
    looks = isAtOrBelow(standing, ratio) ? looks + 1 : 0;
    return looks > 1;
  };
}

/** Takes a repeated command for a new one. */
function deaf(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    return submission.kind === 'repeated' && 'key' in command
      ? engine.submit({ ...command, key: `${command.key} again ${engine.seq}` })
      : submission;
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Deals on while the session is closed. */
function sleepless(engine: TradingEngine): TradingEngine {
  const setOpen: TradingEngine['setOpen'] = (instrument) => {
    engine.setOpen(instrument, true);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'setOpen' ? setOpen : bound(target, name)) });
}

/** Places orders whatever their time. */
function patient(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(command.type === 'placeOrder' ? { ...command, validUntil: undefined } : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Takes a level away that nobody named. */
function tidy(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit('keep' in command ? { ...command, keep: undefined } : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Hands out images without the swaps of positions. */
function forgetful(engine: TradingEngine): TradingEngine {
  const image: TradingEngine['image'] = () => {
    const whole = engine.image();
    return { ...whole, orders: [...whole.orders].map((order) => ({ ...order, swap: 0n as Money })) };
  };
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

function bound(engine: TradingEngine, name: string | symbol): unknown {
  const member: unknown = Reflect.get(engine, name, engine);
  return typeof member === 'function' ? member.bind(engine) : member;
}

const BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a stop-loss is set off by the opening side of the market': () =>
    broken({ stopLossEdge: (side) => (side === 'buy' ? 'askBelow' : 'bidAbove') }),
  'margin is rounded down': () => broken({ margin: marginRoundedDown }),
  'the fee is forgotten': () => broken({ openingFee: () => 0n as Money }),
  'the triple night counts once': () => broken({ nights: () => 1 }),
  'swap is credited instead of charged': () =>
    broken({ swapCharge: (...terms) => negate(RULEBOOK.swapCharge(...terms)) }),
  'a stop-out comes one look late': () => broken({ isAtOrBelow: late() }),
  'a stop-out waits until the ratio is below the level': () =>
    broken({ isAtOrBelow: (standing, ratio) => isAtOrBelow(standing, ratio - 1) }),
  'stop-out bands are a little too wide': () => broken({ bandShare: 1.3 }),
  'a pending order is filled at its target': () => broken({ pendingFillPrice: (_quote, _side, target) => target }),
  'a stop order is taken for a limit': () =>
    broken({ pendingKind: (...wish) => (pendingKind(...wish) === 'market' ? 'market' : 'limit') }),
  'a moved order at the market goes on waiting': () =>
    broken({ pendingKind: (...wish) => (pendingKind(...wish) === 'stop' ? 'stop' : 'limit') }),
  'a moved order keeps its old reserve': () => broken({ reserveChange: () => 0n as Money }),
  'an order that came too late is placed': () => broken({}, patient),
  'a level that nobody named is taken away': () => broken({}, tidy),
  'a negative balance is not covered': () => broken({ cover: () => 0n as Money }),
  'profit is cut off instead of rounded': () => broken({ profit: cutProfit }),
  'results are not converted': () =>
    broken({
      profit: (terms, side, lots, open, close) =>
        profit(terms, side, lots, open, close, { numerator: 1n, denominator: 1n }),
    }),
  'a repeated command is applied again': () => broken({}, deaf),
  'sessions never close': () => broken({}, sleepless),
  'recovery loses the swaps of positions': () => broken({}, forgetful),
};

function cutProfit(
  terms: Pick<Instrument, 'unitsPerLot'>,
  ...[side, lots, open, close, conversion]: Parameters<typeof profit> extends [unknown, ...infer Rest] ? Rest : never
): Money {
  const gain = (side === 'buy' ? 1n : -1n) * (close - open) * lots * terms.unitsPerLot * conversion.numerator;
  return divide(gain, pow10(6) * conversion.denominator, 'down') as Money;
}

describe('the auditor', () => {
  it.each(Object.keys(BREAKAGES))('speaks when %s', (name) => {
    const error = firstDisagreement(BREAKAGES[name]?.());
    expect(error).toBeInstanceOf(Disagreement);
    expect((error as Disagreement).message).toMatch(/^seed \d+, step \d+: /);
    // The auditor it was that found it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});

function firstDisagreement(maker: EngineMaker | undefined): unknown {
  try {
    for (let seed = 1; seed <= 12; seed += 1) runSimulation({ seed, commands: 2000 }, maker);
  } catch (error) {
    return error;
  }
  return undefined;
}
