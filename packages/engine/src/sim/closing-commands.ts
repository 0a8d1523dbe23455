import type { Instrument, Lots } from '@fairlot/domain';
import type { AuditedOrder, Books } from './auditor/books.ts';
import type { Random, RunProfile } from './random.ts';
import type { UnkeyedCommand } from './unkeyed-command.ts';

/** A close of a part, by an opposite position, or of several at once. Some are refused. */
export function closingCommand(random: Random, books: Books, account: number): UnkeyedCommand {
  const own = books.orders.filter((order) => order.account === account);
  const alive = own.length > 0 && random.chance(0.97) ? own : books.orders;
  const open = random.chance(0.97) ? alive.filter((order) => order.open) : alive;
  const order = open.length > 0 ? random.pick(open) : undefined;
  const kind = random.weighted({ closePosition: 8, closeByOpposite: 10, closeAll: 4 });
  if (kind === 'closePosition')
    return { type: kind, order: order?.id ?? books.nextOrder, lots: partOf(random, books, order) };
  if (kind === 'closeByOpposite') return oppositeCommand(random, books, open);
  return {
    type: kind,
    scope: random.pick(['all', 'winners', 'losers']),
    instrument: random.chance(0.6) ? order?.instrument : undefined,
  };
}

/** A close of two positions by each other. Where none are opposite, mostly an order that makes two so. */
function oppositeCommand(random: Random, books: Books, open: readonly AuditedOrder[]): UnkeyedCommand {
  const order = open.length > 0 ? random.pick(open) : undefined;
  const pairs = open.flatMap((one) =>
    open
      .filter(({ instrument, side }) => instrument === one.instrument && side !== one.side)
      .map((other) => [one, other] as const),
  );
  if (pairs.length === 0 && order !== undefined && random.chance(0.7)) {
    const { instrument, side, leverage } = order;
    const lots = random.chance(0.5) ? (order.lots as Lots) : partOf(random, books, order);
    return { type: 'placeOrder', instrument, side: side === 'buy' ? 'sell' : 'buy', lots, leverage };
  }
  const [one, other] = pairs.length > 0 && random.chance(0.9) ? random.pick(pairs) : [order, open.at(-1)];
  return { type: 'closeByOpposite', order: one?.id ?? 0, opposite: other?.id ?? books.nextOrder };
}

/** A minimum of lots above the step, in the runs with closes of parts, so that the rest of a position can be too small. */
export function largerMinimum(
  random: Random,
  { parting }: RunProfile,
  { lotStep }: Instrument,
): readonly Pick<Instrument, 'minLots'>[] {
  return parting > 0 ? [{ minLots: (lotStep * BigInt(random.between(1, 30))) as Lots }] : [];
}

/** Lots of a position: a share of it on the step, now and then off it, too few, too many or all. */
function partOf(random: Random, books: Books, order: AuditedOrder | undefined): Lots {
  const { lotStep = 100n } = books.instruments.get(order?.instrument ?? 0) ?? {};
  const whole = order?.lots ?? 10_000n;
  const share = (whole * BigInt(random.between(1, 99))) / 100n;
  if (random.chance(0.04)) return (share + 1n) as Lots;
  if (random.chance(0.04)) return (whole + lotStep) as Lots;
  if (random.chance(0.04)) return random.pick([0n, 0n - lotStep, whole]) as Lots;
  if (random.chance(0.05)) return (whole - lotStep) as Lots;
  return (share - (share % lotStep)) as Lots;
}
