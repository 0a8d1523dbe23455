import { type Instrument, type Lots, type PartialLevel, type Price, pricePoint } from '@fairlot/domain';
import type { AuditedLevel, AuditedOrder, Books } from './auditor/books.ts';
import { closingCommand } from './closing-commands.ts';
import type { Random, RunProfile } from './random.ts';
import type { UnkeyedCommand } from './unkeyed-command.ts';

/** A change of partial levels or a close of a part, in the runs that have them. */
export function partsCommand(
  random: Random,
  { layering, parting }: RunProfile,
  books: Books,
  account: number,
): UnkeyedCommand | undefined {
  const hasPosition = books.orders.some((order) => order.account === account && order.open);
  // Without positions, nearly every such command is refused.
  if (layering > 0 && !hasPosition && random.chance(0.95)) return undefined;
  if (random.chances(layering)) return levelsCommand(random, books, account);
  return random.chances(parting) ? closingCommand(random, books, account) : undefined;
}

/** New partial levels of a position, mostly ones that fit. */
function levelsCommand(random: Random, books: Books, account: number): UnkeyedCommand {
  const own = books.orders.filter((order) => order.account === account);
  const alive = own.length > 0 && random.chance(0.97) ? own : books.orders;
  const open = random.chance(0.97) ? alive.filter((order) => order.open) : alive;
  const order = open.length > 0 ? random.pick(open) : undefined;
  const terms = books.instruments.get(order?.instrument ?? 0);
  const bid = books.markets.get(order?.instrument ?? 0)?.quote?.bid;
  if (order === undefined || terms === undefined || bid === undefined || random.chance(0.05))
    return { type: 'setPartialLevels', order: order?.id ?? books.nextOrder, levels: [] };
  const kept = order.partial.filter(() => random.chance(0.6)).map(levelOf);
  // A level that leaves less than the least lots closes all.
  if (terms.minLots > terms.lotStep && random.chance(0.3)) {
    const lots = (order.lots - terms.lotStep) as Lots;
    const level = anyLevel(random, order, terms, bid);
    return { type: 'setPartialLevels', order: order.id, levels: [{ ...level, lots }] };
  }
  const count = random.chance(0.02) ? 6 : random.between(1, 4);
  const levels = Array.from({ length: count }, () => anyLevel(random, order, terms, bid));
  return { type: 'setPartialLevels', order: order.id, levels: [...kept, ...levels] };
}

function levelOf({ isStop, lots, price }: AuditedLevel): PartialLevel {
  return { level: isStop ? 'stopLoss' : 'takeProfit', lots: lots as Lots, price: price as Price };
}

function anyLevel(random: Random, order: AuditedOrder, terms: Instrument, bid: bigint): PartialLevel {
  const isStop = random.chance(0.5);
  const below = isStop === (order.side === 'buy') ? !random.chance(0.02) : random.chance(0.02);
  const distance = Number(bid) * random.pick([0.0003, 0.001, 0.004]) * (0.2 + random.next());
  const price = bid + BigInt(Math.round(below ? -distance : distance));
  const { lotStep } = terms;
  // Halves and quarters often fill a position exactly.
  const share = (order.lots * BigInt(random.pick([20, 25, 25, 50, 50, random.between(1, 70)]))) / 100n;
  const lots = random.chance(0.02) ? share + 1n : share - (share % lotStep);
  return {
    level: isStop ? 'stopLoss' : 'takeProfit',
    lots: (random.chance(0.02) ? 0n : lots) as Lots,
    price: (random.chance(0.01)
      ? price * 20n
      : random.chance(0.01)
        ? price
        : price - (price % pricePoint(terms))) as Price,
  };
}
