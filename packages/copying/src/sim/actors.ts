import {
  type InstrumentId,
  type Lots,
  type Price,
  asLots,
  asPrice,
  lots,
  money,
  pricePoint,
  rate,
} from '@fairlot/domain';
import type { AccountId, OrderRecord, PositionView } from '@fairlot/engine';
import type { CopyTerms } from '../index.ts';
import { INSTRUMENTS, SHARDS, type World } from './world.ts';

/** Draws one deed of the market, of a leader, of a copier, or about a copy. */
export function actSomehow(world: World): void {
  const { random } = world;
  const what = random.weighted({ quote: 40, leader: 30, copier: 12, start: 14, change: 8, work: 4 });
  if (what === 'quote') moveMarket(world);
  else if (what === 'leader') actAsLeader(world, random.pick(world.leaders));
  else if (what === 'copier') actByHand(world, random.pick(world.copiers));
  else if (what === 'start') startCopy(world);
  else if (what === 'change') changeCopy(world);
  else world.work();
}

function moveMarket(world: World): void {
  const { random } = world;
  const { id } = random.pick(INSTRUMENTS);
  // A gap passes stops and stops accounts out.
  const most = random.chance(0.08) ? 6000 : 60;
  world.quote(id, random.between(-most, most));
}

function actAsLeader(world: World, account: AccountId): void {
  const { random } = world;
  const positions = world.shardOf(account).account(account)?.positions ?? [];
  const kind = random.weighted({
    open: positions.length < 6 ? 40 : 4,
    pending: 8,
    part: positions.length > 0 ? 18 : 0,
    close: positions.length > 0 ? 12 : 0,
    closeAll: positions.length > 1 ? 3 : 0,
    opposite: positions.length > 1 ? 6 : 0,
    stops: positions.length > 0 ? 18 : 0,
    layer: positions.length > 0 ? 8 : 0,
  });
  if (kind === 'open' || kind === 'pending') return open(world, account, kind === 'pending');
  if (kind === 'closeAll') return world.act({ type: 'closeAll', account, scope: 'all' });
  const { order, closing } = random.pick(positions);
  if (kind === 'part')
    return world.act({ type: 'closePosition', account, order: order.id, lots: someOf(world, order) });
  if (kind === 'close') return world.act({ type: 'closePosition', account, order: order.id });
  if (kind === 'stops') return moveStops(world, order, closing);
  if (kind === 'layer') return layer(world, order, closing);
  const other = positions.find((each) => each.order.instrument === order.instrument && each.order.side !== order.side);
  if (other !== undefined) world.act({ type: 'closeByOpposite', account, order: order.id, opposite: other.order.id });
}

function actByHand(world: World, account: AccountId): void {
  const { random } = world;
  const positions = world.shardOf(account).account(account)?.positions ?? [];
  const kind = random.weighted({ open: 3, part: 5, close: 4, stops: 6 });
  if (kind === 'open' || positions.length === 0) return random.chance(0.3) ? open(world, account, false) : undefined;
  const { order, closing } = random.pick(positions);
  if (kind === 'part')
    return world.act({ type: 'closePosition', account, order: order.id, lots: someOf(world, order) });
  if (kind === 'close') return world.act({ type: 'closePosition', account, order: order.id });
  moveStops(world, order, closing);
}

function open(world: World, account: AccountId, isPending: boolean): void {
  const { random } = world;
  const terms = random.pick(INSTRUMENTS);
  const market = world.shardOf(account).market(terms.id);
  if (market === undefined) return;
  const side = random.pick(['buy', 'sell'] as const);
  const away = side === 'buy' ? 1 : -1;
  const now = side === 'buy' ? market.ask : market.bid;
  const near = (steps: number): Price => asPrice(now + BigInt(steps) * pricePoint(terms));
  world.act({
    type: 'placeOrder',
    account,
    instrument: terms.id,
    side,
    lots: (BigInt(random.between(1, 60)) * terms.lotStep) as Lots,
    leverage: random.pick(terms.leverages),
    ...(isPending && { target: near(random.between(-80, 80)) }),
    ...(random.chance(0.4) && { stopLoss: near(-away * random.between(100, 400)) }),
    ...(random.chance(0.3) && { takeProfit: near(away * random.between(100, 400)) }),
    ...(random.chance(0.15) && { trailing: asPrice(pricePoint(terms) * BigInt(random.between(40, 200))) }),
  });
}

function someOf(world: World, { lots: whole, instrument }: OrderRecord): Lots {
  const step = INSTRUMENTS.find(({ id }) => id === instrument)!.lotStep;
  return (BigInt(world.random.between(1, Math.max(1, Number(whole / step) - 1))) * step) as Lots;
}

function moveStops(world: World, order: OrderRecord, closing: PositionView['closing']): void {
  const { random } = world;
  const terms = INSTRUMENTS.find(({ id }) => id === order.instrument)!;
  const away = order.side === 'buy' ? 1 : -1;
  const at = order.side === 'buy' ? closing.bid : closing.ask;
  const near = (steps: number): Price => asPrice(at + BigInt(steps) * pricePoint(terms));
  world.act({
    type: 'setStops',
    account: order.account,
    order: order.id,
    ...(random.chance(0.6) && { stopLoss: near(-away * random.between(5, 400)) }),
    ...(random.chance(0.5) && { takeProfit: near(away * random.between(5, 400)) }),
  });
}

/** A target on half of a position, near enough to be reached soon. */
function layer(world: World, order: OrderRecord, closing: PositionView['closing']): void {
  const terms = INSTRUMENTS.find(({ id }) => id === order.instrument)!;
  const away = order.side === 'buy' ? 1 : -1;
  const at = order.side === 'buy' ? closing.bid : closing.ask;
  const half = order.lots / 2n;
  const size = asLots(half - (half % terms.lotStep));
  if (size < terms.minLots) return;
  const price = asPrice(at + BigInt(away * world.random.between(5, 60)) * pricePoint(terms));
  world.act({
    type: 'setPartialLevels',
    account: order.account,
    order: order.id,
    levels: [{ level: 'takeProfit', lots: size, price }],
  });
}

function someTerms(world: World): CopyTerms {
  const { random } = world;
  const limits = new Map<InstrumentId, { readonly maxLots: Lots }>();
  if (random.chance(0.1)) limits.set(random.pick(INSTRUMENTS).id, { maxLots: lots(random.pick(['0', '0.1', '1'])) });
  return {
    allocation: money(String(random.between(100, 10_000))),
    multiple: rate(random.pick(['0.33', '1', '1', '1.5', '4'])),
    stopLoss: random.chance(0.3) ? money(String(random.between(20, 400))) : undefined,
    maxLeverage: random.chance(0.2) ? random.pick([10, 50, 120]) : undefined,
    maxSlippage: rate(random.pick(['0.0001', '0.005', '0.05'])),
    instruments: limits,
  };
}

/** Lets a copier follow a leader, unless it does. */
export function startCopy(world: World): void {
  const { random, store } = world;
  const leader = random.pick(world.leaders);
  const copier = random.pick(world.copiers);
  if (store.copyOf(leader, copier) !== undefined) return;
  const id = store.copies.size + 1;
  const since = world.shardOf(leader).committedSeq;
  store.copies.set(id, {
    copy: { id, leader, copier, state: 'active', terms: someTerms(world), since },
    feePercent: random.pick([0, 10, 20, 33]),
    shard: leader % SHARDS,
    until: undefined,
    highWater: money('0'),
    charges: [],
    orders: new Map(),
    settled: [],
  });
}

function changeCopy(world: World): void {
  const { random, store } = world;
  const running = store.running();
  if (running.length === 0) return;
  const stored = random.pick(running);
  const { copy } = stored;
  if (copy.state === 'stopping') return;
  const kind = random.weighted({ pause: 4, resume: 5, amend: 3, close: 1, leave: 1 });
  if (kind === 'pause') stored.copy = { ...copy, state: 'paused' };
  else if (kind === 'resume') stored.copy = { ...copy, state: 'active' };
  else if (kind === 'amend') stored.copy = { ...copy, terms: someTerms(world) };
  else if (kind === 'close') stored.copy = { ...copy, state: 'stopping' };
  else store.end(copy.id);
}
