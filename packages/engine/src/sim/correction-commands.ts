import type { Lots, Money, Price } from '@fairlot/domain';
import type { ClientCommand, CorrectFill, EndedTrade } from '../index.ts';
import type { AuditedTrade, Books } from './auditor/books.ts';
import { coverName } from './auditor/cover.ts';
import type { Random } from './random.ts';

/** A correction of a fill: of an open position, of an ended one, or one that must be refused. */
export function correction(
  random: Random,
  { orders, trades, corrections, covers }: Books,
  account: number,
): Omit<CorrectFill, 'time' | 'key' | 'account'> {
  const own = [...trades].filter(([, trade]) => trade.account === account).slice(-6);
  const alive = orders.filter((order) => random.chance(0.02) || order.account === account);
  const corrected = own.filter(([id]) => corrections.has(id));
  const chosen = corrected.length > 0 && random.chance(0.75) ? corrected : own;
  if (chosen.length > 0 && (alive.length === 0 || random.chance(0.6))) {
    const [order, trade] = random.pick(chosen);
    const fill = random.chance(0.5) ? 'open' : 'close';
    const price = near(random, fill === 'open' ? trade.price : trade.close);
    const ended = random.chance(0.96) ? endedTrade(trade, covers, random.chance(0.04) ? 1n : 0n) : undefined;
    return { type: 'correctFill', order, fill, price, ended, ...BY };
  }
  const order = alive.length > 0 ? random.pick(alive) : undefined;
  const fill = random.chance(0.95) ? 'open' : 'close';
  return { type: 'correctFill', order: order?.id ?? 0, fill, price: near(random, order?.price ?? 100_000_000n), ...BY };
}

const BY = { staff: 2, memo: 'a wrong "quote"' };

/** A price within half a per cent, rarely one that is far away or off the grid. */
function near(random: Random, price: bigint): Price {
  if (random.chance(0.03)) return (price * BigInt(random.pick([0, 3]))) as Price;
  if (random.chance(0.02)) return (price + 1n) as Price;
  const moved = price + (price * BigInt(random.between(-5000, 5000))) / 1_000_000n;
  // On the grid of most instruments.
  return (moved - (moved % 100_000n)) as Price;
}

function endedTrade(trade: AuditedTrade, covers: Books['covers'], error: bigint): EndedTrade {
  const { instrument, side, lots, price, close, profit, legQuote } = trade;
  return {
    instrument,
    side,
    lots: lots as Lots,
    open: price as Price,
    close: close as Price,
    profit: (profit + error) as Money,
    conversionQuote: legQuote,
    covered: (covers.get(coverName(trade)) ?? 0n) as Money,
  };
}

/**
 * True for a correction of a trade that a crash has undone. The host reads such figures from committed tables, so they
 * never name a trade that did not happen.
 */
export function isOfLostTrade({ trades }: Books, command: ClientCommand): boolean {
  if (command.type !== 'correctFill' || command.ended === undefined) return false;
  const { order, account, ended } = command;
  const trade = trades.get(order);
  return trade?.account !== account || trade.close !== ended.close || trade.price !== ended.open;
}

/** A repeated command as the host would send it now: what is left of a cover is read each time. */
export function asReadNow({ trades, covers }: Books, command: ClientCommand): ClientCommand {
  if (command.type !== 'correctFill' || command.ended === undefined) return command;
  const trade = trades.get(command.order);
  const covered = ((trade && covers.get(coverName(trade))) ?? 0n) as Money;
  return { ...command, ended: { ...command.ended, covered } };
}
