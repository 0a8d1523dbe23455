import {
  type DealingMode,
  type Group,
  type Instrument,
  type QuoteSource,
  type SwapTerms,
  asMoney,
  asPrice,
} from '@fairlot/domain';
import type {
  CorrectedOrder,
  EngineImage,
  KeyMark,
  MarketView,
  RestrictedInstrument,
  TradingRules,
} from '@fairlot/engine';
import type { ClientBase } from 'pg';
import { orderNumbersOf } from '../shard-numbers.ts';
import { NO_HASH } from './batch.ts';
import { decode } from './codec.ts';
import { WrittenMarks } from './key-marks.ts';
import { loadOrders } from './load-orders.ts';
import { lazily, rows } from './shard-rows.ts';
import type { TablesEnd } from './table-batch.ts';
import { WrittenTerms } from './terms-versions.ts';

/** The state of a shard in the tables, which may be behind its journal: the engine's image, and the row that it stands at. */
export interface StoredShard {
  readonly image: EngineImage;
  readonly end: TablesEnd;
  /** Hash of the row that the tables stand at: 32 bytes, one character each. */
  readonly hash: string;
}

/** The last row of a journal: its number and hash. */
export interface JournalLast {
  readonly seq: number;
  readonly hash: string;
}

/** The last row of a shard's journal. */
export async function lastOfJournal(client: ClientBase, shard: number): Promise<JournalLast> {
  const [last] = await rows<[bigint, Buffer]>(
    client,
    'select seq, hash from journal where shard = $1 order by seq desc limit 1',
    [shard],
  );
  return { seq: Number(last?.[0] ?? 0n), hash: last?.[1].toString('latin1') ?? NO_HASH };
}

/**
 * Reads a shard from the tables. The caller must hold the lease, so that nobody writes meanwhile, or read in one
 * snapshot. Orders are by ascending number, as the engine requires. `hasKeys`: the engine takes over the keys of the one
 * before, so none are read.
 */
export async function loadShard(client: ClientBase, shard: number, hasKeys = false): Promise<StoredShard> {
  const [last] = await rows<[bigint, bigint, Buffer]>(
    client,
    // The tables stand at the watermark. A shard without one has no rows that are behind.
    `select seq, time, hash from journal where shard = $1
      and seq <= coalesce((select w.seq from shard_writes w where w.shard = $1), 9223372036854775807) order by seq desc limit 1`,
    [shard],
  );
  const numbers = orderNumbersOf(shard);
  const [ids] = await rows<[bigint, bigint]>(
    client,
    // A range of numbers instead of the shard's column, so that the index leads to the last one.
    'select (select coalesce(max(id), $2::bigint - 1) from orders where id >= $2 and id < $3), (select coalesce(max(id), 0) from transfers where shard = $1)',
    [shard, numbers.first, numbers.end],
  );
  if (ids === undefined) throw new Error('the database gave no answer');
  const [rules] = await rows<[string]>(client, 'select rules from trading_rules where shard = $1', [shard]);
  const seq = Number(last?.[0] ?? 0n);
  const nextOrder = Number(ids[0]) + 1;
  const image: EngineImage = {
    seq,
    time: Number(last?.[1] ?? 0n),
    nextOrder,
    nextTransfer: Number(ids[1]) + 1,
    rules: rules && (decode(rules[0]) as TradingRules),
    rollovers: await loadRollovers(client, shard),
    bursts: await loadBursts(client, shard),
    restricted: await loadRestricted(client, shard),
    groups: await loadGroups(client, shard),
    corrected: await loadCorrected(client, shard),
    instruments: (
      await rows<[string]>(client, 'select terms from instrument_terms where shard = $1 order by id', [shard])
    ).map(([terms]) => decode(terms) as Instrument),
    markets: await loadMarkets(client, shard),
    accounts: await loadAccounts(client, shard),
    orders: await loadOrders(client, shard),
    withdrawals: (
      await rows<bigint[]>(
        client,
        'select id, account, amount, fee from withdrawals_held where shard = $1 order by id',
        [shard],
      )
    ).map(([id, account, amount, fee]) => ({
      id: Number(id),
      account: Number(account),
      amount: asMoney(given(amount)),
      fee: asMoney(given(fee)),
    })),
    keyMarks: hasKeys ? [] : await loadKeyMarks(client, shard),
  };
  return {
    image,
    end: {
      shard,
      seq,
      nextOrder,
      marks: new WrittenMarks(),
      terms: new WrittenTerms(),
    },
    hash: last?.[2].toString('latin1') ?? NO_HASH,
  };
}

async function loadRollovers(client: ClientBase, shard: number): Promise<EngineImage['rollovers']> {
  const found = await rows<[bigint, number]>(
    client,
    'select rollover, weekday from swap_runs where shard = $1 and not done order by rollover',
    [shard],
  );
  const swaps = await rows<[bigint, number, string]>(
    client,
    'select rollover, instrument, swap from kept_swaps where shard = $1 order by rollover, instrument',
    [shard],
  );
  return found.map(([time, weekday]) => {
    const kept = swaps
      .filter(([rollover]) => rollover === time)
      .map(([, instrument, swap]) => ({ instrument, swap: decode(swap) as SwapTerms }));
    return { rolloverTime: Number(time), weekday, ...(kept.length > 0 && { kept }) };
  });
}

async function loadBursts(client: ClientBase, shard: number): Promise<number[]> {
  const found = await rows<[number]>(
    client,
    'select instrument from markets where shard = $1 and burst order by instrument',
    [shard],
  );
  return found.map(([instrument]) => instrument);
}

async function loadRestricted(client: ClientBase, shard: number): Promise<RestrictedInstrument[]> {
  const found = await rows<[number, DealingMode]>(
    client,
    'select instrument, mode from restricted_instruments where shard = $1 order by instrument',
    [shard],
  );
  return found.map(([instrument, mode]) => ({ instrument, mode }));
}

async function loadGroups(client: ClientBase, shard: number): Promise<Group[]> {
  const found = await rows<[string]>(client, 'select terms from account_groups where shard = $1 order by id', [shard]);
  return found.map(([terms]) => decode(terms) as Group);
}

/** The last correction of each order. A split after a correction has its number and shares it. */
async function loadCorrected(client: ClientBase, shard: number): Promise<CorrectedOrder[]> {
  const found = await rows<[bigint, bigint, bigint | null, bigint, number]>(
    client,
    `select distinct on (order_id) order_id, open_price, close_price, waived, number from (
      select order_id, open_price, close_price, waived, number, 0 as later from fill_corrections where shard = $1
      union all select order_id, open_price, null, waived, number, 1 from split_corrections where shard = $1) c
      order by order_id, number desc, later desc`,
    [shard],
  );
  return found.map(([order, open, close, waived, count]) => ({
    order: Number(order),
    open: asPrice(open),
    ...(close !== null && { close: asPrice(close) }),
    waived: asMoney(waived),
    count,
  }));
}

async function loadMarkets(client: ClientBase, shard: number): Promise<MarketView[]> {
  const found = await rows<[number, bigint, bigint, bigint, bigint, boolean, boolean, QuoteSource | null]>(
    client,
    'select instrument, seq, time, bid, ask, open, doubt, source from markets where shard = $1 order by instrument',
    [shard],
  );
  return found.map(([instrument, seq, time, bid, ask, open, doubt, source]) => ({
    instrument,
    seq: Number(seq),
    time: Number(time),
    bid: asPrice(bid),
    ask: asPrice(ask),
    ...(source !== null && { source }),
    open,
    ...(doubt && { doubt: true as const }),
  }));
}

async function loadAccounts(client: ClientBase, shard: number): Promise<EngineImage['accounts']> {
  const found = await rows<[bigint, 'real' | 'demo', bigint, bigint, bigint, bigint, number | null]>(
    client,
    'select id, kind, cash, order_reserve, withdrawal_hold, swap_through, account_group from accounts where shard = $1 and retired_at is null order by id',
    [shard],
  );
  return lazily(found, ([id, kind, cash, reserve, hold, swapThrough, group]) => ({
    id: Number(id),
    kind,
    ...(group !== null && { group }),
    cash: asMoney(cash),
    orderReserve: asMoney(reserve),
    withdrawalHold: asMoney(hold),
    swapThrough: Number(swapThrough),
  }));
}

/**
 * The marks of all accounts with timed keys: one for each account, however long the journal. The database packs them
 * into a few values, because reading a million rows would be slow.
 */
async function loadKeyMarks(client: ClientBase, shard: number): Promise<KeyMark[]> {
  const found = await rows<[Buffer]>(
    client,
    `select string_agg(int8send(account) || int8send(stamp), '') from key_marks where shard = $1 group by account % 64`,
    [shard],
  );
  const marks: KeyMark[] = [];
  for (const [packed] of found) {
    for (let at = 0; at < packed.length; at += 16)
      marks.push({ account: Number(packed.readBigInt64BE(at)), stamp: Number(packed.readBigInt64BE(at + 8)) });
  }
  return marks;
}

function given(value: bigint | undefined): bigint {
  if (value === undefined) throw new Error('a column is missing');
  return value;
}
