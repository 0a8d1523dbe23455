import {
  type Instrument,
  type Money,
  dealingProblem,
  divide,
  isAtOrBelow,
  margin,
  negate,
  placementOf,
  pow10,
  profit,
} from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { RULEBOOK } from '../core/rulebook.ts';
import {
  type ClientCommand,
  type Event,
  InvariantError,
  type Submission,
  type TradingEngine,
  nameOf,
} from '../index.ts';
import { KeyMemory, type KeyStatus } from '../keys/key-memory.ts';
import { EXPOSURE_BREAKAGES } from './broken-exposure.test-support.ts';
import { CONDITION_BREAKAGES } from './broken-conditions.test-support.ts';
import { EXPIRY_BREAKAGES } from './broken-expiry.test-support.ts';
import { GROUP_BREAKAGES } from './broken-groups.test-support.ts';
import { HEDGING_BREAKAGES } from './broken-hedging.test-support.ts';
import { LISTING_BREAKAGES } from './broken-listing.test-support.ts';
import { TIER_BREAKAGES } from './broken-tiers.test-support.ts';
import { TRAILING_BREAKAGES } from './broken-trailing.test-support.ts';
import { bound, broken, firstDisagreement } from './broken-engine.test-support.ts';
import { Disagreement, type EngineMaker } from './index.ts';
import type { RunProfile } from './random.ts';

/** The product's margin, rounded down to the micro-dollar. */
function marginRoundedDown(...[terms, lots, price, leverage, conversion]: Parameters<typeof margin>): Money {
  if (terms.marginMode === 'fixed') return margin(terms, lots, price, leverage, conversion);
  return divide(
    lots * terms.unitsPerLot * price * conversion.numerator,
    pow10(6) * BigInt(leverage) * conversion.denominator,
    'down',
  ) as Money;
}

/** Reports a stop-out only on the second check. */
function breachOnSecondLook(): typeof isAtOrBelow {
  let looks = 0;
  return (standing, ratio) => {
    looks = isAtOrBelow(standing, ratio) ? looks + 1 : 0;
    return looks > 1;
  };
}

/** Applies a repeated command as a new one. */
function withoutKeyMemory(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    return submission.kind === 'repeated' && 'key' in command
      ? engine.submit({ ...command, key: `${command.key} again ${engine.seq}` }, true)
      : submission;
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Ignores the end of sessions. */
function withoutSessionEnd(engine: TradingEngine): TradingEngine {
  const setOpen: TradingEngine['setOpen'] = (instrument) => {
    engine.setOpen(instrument, true);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'setOpen' ? setOpen : bound(target, name)) });
}

/** Places orders after their validUntil. */
function withoutExpiry(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(command.type === 'placeOrder' ? { ...command, validUntil: undefined } : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Journals commands that are refused for their input: another command that is refused takes their key. */
function withRowsOfMalformed(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    if (submission.kind !== 'refused' || !('key' in command)) return submission;
    const { time, account, key } = command;
    return engine.submit({ type: 'cancelOrder', time, account, key, order: 0 }, true);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Remembers the keys of commands that are refused for their input. */
function withKeysOfMalformed(engine: TradingEngine): TradingEngine {
  const refused = new Map<string, Submission>();
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const name = 'key' in command ? nameOf(command) : '';
    const earlier = refused.get(name);
    if (earlier !== undefined) return earlier;
    const submission = engine.submit(command, fresh);
    if (submission.kind === 'refused') refused.set(name, { ...submission, kind: 'repeated' });
    return submission;
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Journals no order that came too late. */
function withoutRowsOfRefusals(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    command.type === 'placeOrder' && command.validUntil !== undefined && command.validUntil < command.time
      ? { kind: 'refused', outcome: { ok: false, reason: 'order_expired' } }
      : engine.submit(command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Retires accounts without moving their money. */
function withMoneyOfRetired(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    if (submission.kind !== 'applied' || command.type !== 'retireAccount') return submission;
    const [row, ...others] = submission.rows;
    return { ...submission, rows: [{ ...row, events: row.events.filter(isNotFunding) }, ...others] };
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

function isNotFunding(event: Event): boolean {
  return event.type !== 'transferred' || event.kind !== 'demoFunding';
}

/** Returns images with the accounts that were retired. */
function withRetired(engine: TradingEngine): TradingEngine {
  const retired = new Set<number>();
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const submission = engine.submit(command, fresh);
    const rows = submission.kind === 'applied' ? submission.rows : [];
    for (const event of rows.flatMap(({ events }) => events))
      if (event.type === 'accountRetired') retired.add(event.account);
    return submission;
  };
  const image: TradingEngine['image'] = () => {
    const whole = engine.image();
    const none = { kind: 'demo', cash: 0n as Money, orderReserve: 0n as Money, withdrawalHold: 0n as Money } as const;
    return { ...whole, accounts: [...whole.accounts, ...[...retired].map((id) => ({ ...none, id, swapThrough: 0 }))] };
  };
  const changed = { submit, image };
  return new Proxy(engine, {
    get: (target, name) => (Object.hasOwn(changed, name) ? Reflect.get(changed, name) : bound(target, name)),
  });
}

/** Takes the keys of accounts that do not exist as new. */
class KeysOfRetiredForgotten extends KeyMemory {
  override status(command: ClientCommand): KeyStatus {
    return super.status(command);
  }
}

const noDoubt: TradingEngine['setDoubt'] = () => undefined;

/** Ignores doubts. */
function withoutDoubt(engine: TradingEngine): TradingEngine {
  return new Proxy(engine, { get: (target, name) => (name === 'setDoubt' ? noDoubt : bound(target, name)) });
}

/** Closes positions at any price. */
function withoutWorstClose(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(command.type === 'closePosition' ? { ...command, worst: undefined } : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Removes the level that a command keeps. */
function withoutKeep(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit('keep' in command ? { ...command, keep: undefined } : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Returns images without the swaps of positions. */
function withoutSwaps(engine: TradingEngine): TradingEngine {
  const image: TradingEngine['image'] = () => {
    const whole = engine.image();
    return { ...whole, orders: [...whole.orders].map((order) => ({ ...order, swap: 0n as Money })) };
  };
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Returns images in which every instrument is dealt in normally. */
function withoutRestrictions(engine: TradingEngine): TradingEngine {
  const image: TradingEngine['image'] = () => ({ ...engine.image(), restricted: [] });
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Takes a command of staff for one of the client. */
function withoutStaff(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(
      'staff' in command && 'key' in command && command.type !== 'correctFill'
        ? { ...command, staff: undefined }
        : command,
      fresh,
    );
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Returns images without bursts. */
function withoutBursts(engine: TradingEngine): TradingEngine {
  const image: TradingEngine['image'] = () => ({ ...engine.image(), bursts: [] });
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Drops the quotes that come during a burst. */
function withoutWaiting(engine: TradingEngine): TradingEngine {
  const onQuote: TradingEngine['onQuote'] = (...given) => (engine.busy ? [] : engine.onQuote(...given));
  return new Proxy(engine, { get: (target, name) => (name === 'onQuote' ? onQuote : bound(target, name)) });
}

const noWork: TradingEngine['work'] = () => [];

/** Ends a burst after one slice: what is left is lost. */
function withShortBursts(engine: TradingEngine): TradingEngine {
  return new Proxy(engine, {
    get: (target, name) => (name === 'work' ? noWork : name === 'busy' ? false : bound(target, name)),
  });
}

/** Returns images without the marks of keys. */
function withoutMarks(engine: TradingEngine): TradingEngine {
  const image: TradingEngine['image'] = () => ({ ...engine.image(), keyMarks: [] });
  return new Proxy(engine, { get: (target, name) => (name === 'image' ? image : bound(target, name)) });
}

/** Releases keys without marking those of rows that may not have happened. */
function withoutForgetting(engine: TradingEngine): TradingEngine {
  const releaseKeys: TradingEngine['releaseKeys'] = () => engine.releaseKeys(Infinity);
  return new Proxy(engine, { get: (target, name) => (name === 'releaseKeys' ? releaseKeys : bound(target, name)) });
}

const BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a stop-loss is triggered by the opening side of the market': () =>
    broken({ stopLossEdge: (side) => (side === 'buy' ? 'askBelow' : 'bidAbove') }),
  'margin is rounded down': () => broken({ margin: marginRoundedDown }),
  'the fee is forgotten': () => broken({ openingFee: () => 0n as Money }),
  'the triple night counts once': () => broken({ nights: () => 1 }),
  'swap is credited instead of charged': () =>
    broken({ swapCharge: (...terms) => negate(RULEBOOK.swapCharge(...terms)) }),
  'a stop-out comes one check late': () => broken({ isAtOrBelow: breachOnSecondLook() }),
  'a stop-out waits until the ratio is below the level': () =>
    broken({ isAtOrBelow: (standing, ratio) => isAtOrBelow(standing, ratio - 1) }),
  'a reserve lowers the equity': () => broken({ reservesCount: false }),
  'stop-out bands are a little too wide': () => broken({ bandShare: 1.3 }),
  'a pending order is filled at its target': () => broken({ pendingFillPrice: (_quote, _side, target) => target }),
  'a stop order is taken for a limit': () =>
    broken({ placementOf: (...command) => (placementOf(...command) === 'stop' ? 'limit' : placementOf(...command)) }),
  'an amended order at the market stays pending': () =>
    broken({ placementOf: (...command) => (placementOf(...command) === 'now' ? 'limit' : placementOf(...command)) }),
  'a limit beyond the market becomes a stop': () =>
    broken({ placementOf: (wished, ...order) => placementOf(wished === 'limit' ? undefined : wished, ...order) }),
  'a stop that the market has passed becomes a limit': () =>
    broken({ placementOf: (wished, ...order) => placementOf(wished === 'stop' ? undefined : wished, ...order) }),
  'a late quote is taken': () =>
    broken({ takesQuote: (facts, known, now) => RULEBOOK.takesQuote({ ...facts, quoteTime: now }, known, now) }),
  'a quote of the future is dealt on': () =>
    broken({
      takesQuote: (facts, known, now) =>
        RULEBOOK.takesQuote({ ...facts, quoteTime: Math.min(facts.quoteTime, now) }, known, now),
      dealingProblem: (facts, now) => dealingProblem({ ...facts, quoteTime: Math.min(facts.quoteTime, now) }, now),
    }),
  'a quote out of session is taken': () =>
    broken({ takesQuote: (facts, known, now) => !facts.open || RULEBOOK.takesQuote(facts, known, now) }),
  'a price in doubt is dealt on': () => broken({}, withoutDoubt),
  'a restored price is dealt on': () =>
    broken({ dealingProblem: (facts, now) => dealingProblem({ ...facts, doubt: false }, now) }),
  'a halted instrument is dealt in': () =>
    broken({ dealingProblem: (facts, now) => dealingProblem({ ...facts, halted: false }, now) }),
  'a position opens in an instrument that is only closed in': () => broken({ opens: () => true }),
  'an account is stopped out by a halted price': () => broken({ haltsStopOuts: false }),
  'orders are triggered at a stale rate': () => broken({ needsFreshRate: false }),
  'a recovery releases halted instruments': () => broken({}, withoutRestrictions),
  'a close by staff is booked as the client’s': () => broken({}, withoutStaff),
  'a position closed after the rollover pays no swap': () => broken({ owesSwaps: false }),
  'a change of swaps changes those of a rollover under way': () => broken({ keepsSwaps: false }),
  'a pending order is charged the fee of its fill': () => broken({ fillFee: (_reserved, atFill) => atFill }),
  'a position closes beyond the worst price': () => broken({}, withoutWorstClose),
  'an amended order reserves a trifle too much': () =>
    broken({ reserveChange: (needed, held) => (needed - held + 1n) as Money }),
  'an expired order is placed': () => broken({}, withoutExpiry),
  'a kept level is removed': () => broken({}, withoutKeep),
  'a negative balance is not covered': () => broken({ cover: () => 0n as Money }),
  'profit is truncated instead of rounded': () => broken({ profit: cutProfit }),
  'results are not converted': () =>
    broken({
      profit: (terms, side, lots, open, close) =>
        profit(terms, side, lots, open, close, { numerator: 1n, denominator: 1n }),
    }),
  'a repeated command is applied again': () => broken({}, withoutKeyMemory),
  'a refusal of the input leaves a row': () => broken({}, withRowsOfMalformed),
  'a refusal of the input takes its key': () => broken({}, withKeysOfMalformed),
  'a refusal by the clock leaves no row': () => broken({}, withoutRowsOfRefusals),
  'a retired account keeps its money': () => broken({}, withMoneyOfRetired),
  'a retired account comes back': () => broken({}, withRetired),
  'the keys of retired accounts are forgotten': () => broken({}, undefined, KeysOfRetiredForgotten),
  'sessions never close': () => broken({}, withoutSessionEnd),
  'an order is changed in a burst': () => broken({ burstsBlock: false }),
  'a quote that comes in a burst is lost': () => broken({}, withoutWaiting),
  'a burst is cut short': () => broken({}, withShortBursts),
  'recovery forgets a burst': () => broken({}, withoutBursts),
  'recovery loses the marks of keys': () => broken({}, withoutMarks),
  'a recovery keeps the outcomes of lost rows': () => broken({}, withoutForgetting),
  ...GROUP_BREAKAGES,
  ...TIER_BREAKAGES,
  ...HEDGING_BREAKAGES,
  ...EXPOSURE_BREAKAGES,
  ...EXPIRY_BREAKAGES,
  ...CONDITION_BREAKAGES,
  ...LISTING_BREAKAGES,
  ...TRAILING_BREAKAGES,
  'recovery loses the swaps of positions': () => broken({}, withoutSwaps),
};

function cutProfit(
  terms: Pick<Instrument, 'unitsPerLot'>,
  ...[side, lots, open, close, conversion]: Parameters<typeof profit> extends [unknown, ...infer Rest] ? Rest : never
): Money {
  const gain = (side === 'buy' ? 1n : -1n) * (close - open) * lots * terms.unitsPerLot * conversion.numerator;
  return divide(gain, pow10(6) * conversion.denominator, 'down') as Money;
}

/** First seeds of rules that few workloads touch. Any seed finds the breach in the end. */
const RARE: Readonly<Record<string, number>> = {
  'a stop-out waits until the ratio is below the level': 7,
  'a quote dated after the expiry fills an order': 123,
};

const isGrouped = ({ grouping }: RunProfile): boolean => grouping > 0;

/** The runs that can break such a rule at all. */
const CONCERNED: Readonly<Record<string, (profile: RunProfile) => boolean>> = {
  'accounts after the first slice of a review are not judged': ({ grouping, slice }) =>
    grouping > 0 && Number.isFinite(slice),
  'the side with more lots is taken for the one that needs more': isGrouped,
  'tiers count both sides of opposite positions': isGrouped,
  'covered positions are never stopped out': isGrouped,
  'a quote dated after the expiry fills an order': ({ conditions }) => conditions > 0,
};

// The search for a disagreement takes seconds, and minutes on a machine that does other work.
describe('the auditor', { timeout: 600_000 }, () => {
  it.each(Object.keys(BREAKAGES))('objects when %s', (name) => {
    const error = firstDisagreement(BREAKAGES[name]?.(), CONCERNED[name], RARE[name]);
    expect(error).toBeInstanceOf(Disagreement);
    expect((error as Disagreement).message).toMatch(/^seed \d+, step \d+: /);
    // The auditor must find it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});
