import type { DealingMode } from '@fairlot/domain';
import type { FillName } from '@fairlot/engine';
import type { Generated, JSONColumnType } from 'kysely';

/** A quote as JSON in an order's row: numbers as numbers, prices as decimal text of their scaled integers. */
export interface StoredQuote {
  readonly instrument: number;
  readonly seq: number;
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
}

/** The explanation of a stop-out: money in micro-dollars and the ratio at scale 8, as text. */
export interface StoredExplanation {
  readonly equity: string;
  readonly usedMargin: string;
  readonly ratio: string;
  readonly stopOutPercent: number;
  readonly loss: string;
}

/** A guarantee that set the price of a close: a price and micro-dollars, as text. */
export interface StoredGuarantee {
  readonly marketPrice: string;
  readonly gap: string;
  readonly premium: string;
}

/** See migrations/001-trading.ts for units. int8 columns are bigint here. */
export interface TradingTables {
  shards: { number: number; kind: 'real' | 'demo'; takes_new: Generated<boolean> };
  lease_expiries: { shard: number; epoch: bigint; expires_at: Date };
  lease: { shard: number; epoch: bigint; seq: bigint; holder: string; acquired_at: Date };
  shard_writes: { shard: number; epoch: bigint; seq: bigint };
  journal: {
    shard: number;
    seq: bigint;
    epoch: bigint;
    time: bigint;
    account: bigint | null;
    key: string | null;
    key_print: bigint | null;
    command: string;
    markets: string;
    outcome: string;
    events: string;
    rules: number;
    hash: Buffer;
  };
  transfers: {
    shard: number;
    id: bigint;
    seq: bigint;
    time: bigint;
    kind: number;
    account: bigint;
    debit_account: bigint;
    debit_book: string;
    credit_account: bigint;
    credit_book: string;
    amount: bigint;
    reference: bigint | null;
    memo: string | null;
    worth: bigint | null;
  };
  transfer_days: {
    account: bigint;
    day: number;
    kind: number;
    total: bigint;
    available: bigint;
    transfers: bigint;
    first_id: bigint;
    last_id: bigint;
    last_time: bigint;
  };
  transfer_days_through: { shard: number; id: bigint };
  trade_days: {
    account: bigint;
    day: number;
    instrument: number;
    side: 'buy' | 'sell';
    profit: bigint;
    fees: bigint;
    swaps: bigint;
    corrections: bigint;
    premiums: bigint;
  };
  trade_days_through: { shard: number; id: bigint };
  house_days: { shard: number; day: number; accounts: 'real' | 'demo'; house: number; total: bigint };
  house_days_through: { shard: number; id: bigint };
  order_days_through: { shard: number; day: number };
  accounts: {
    id: bigint;
    shard: number;
    kind: 'real' | 'demo';
    cash: bigint;
    order_reserve: bigint;
    withdrawal_hold: bigint;
    opened_at: bigint;
    /** Market time at which the account left the engine; null while it is in use. */
    retired_at: Generated<bigint | null>;
    /** Null for the group of its kind. */
    account_group: Generated<number | null>;
  };
  orders: OrdersTable;
  withdrawals_held: { id: bigint; shard: number; account: bigint; amount: bigint; fee: bigint };
  instrument_terms: { shard: number; id: number; terms: string };
  markets: {
    shard: number;
    instrument: number;
    seq: bigint;
    time: bigint;
    bid: bigint;
    ask: bigint;
    open: boolean;
    doubt: Generated<boolean>;
    source: Generated<string | null>;
  };
  trading_rules: { shard: number; rules: string };
  key_marks: { shard: number; account: bigint; stamp: bigint };
  checkpoints: {
    shard: number;
    seq: bigint;
    made_at: bigint;
    journal_hash: string;
    state_hash: string;
    image_hash: string;
    key_id: string;
    signature: string;
    image: Buffer | null;
  };
  swap_runs: { shard: number; rollover: bigint; weekday: number | null; done: Generated<boolean> };
  /** Instruments that staff halted or restricted to closing (046-dealing-desk). */
  restricted_instruments: { shard: number; instrument: number; mode: DealingMode };
  /** Corrected fills (052-fill-corrections). */
  fill_corrections: {
    shard: number;
    order_id: bigint;
    number: number;
    time: bigint;
    account: bigint;
    fill: FillName;
    from_price: bigint;
    price: bigint;
    difference: bigint;
    amount: bigint;
    waived: bigint;
    open_price: bigint;
    close_price: bigint | null;
    conversion_quote: string | null;
    staff_id: bigint;
    reason: string;
  };
  /** Terms of groups of accounts (056-account-groups). */
  account_groups: { shard: number; id: number; terms: string };
  /** Terms of orders by version (065-terms-of-orders). */
  terms_versions: { shard: number; instrument: number; version: string; terms: string };
  /** Corrections of positions that were split (068-partial-closes). */
  split_corrections: {
    order_id: bigint;
    shard: number;
    account: bigint;
    number: number;
    open_price: bigint;
    waived: bigint;
  };
  kept_swaps: { shard: number; rollover: bigint; instrument: number; swap: string };
}

/**
 * Orders of every status. created_at, opened_at and ended_at are market times; ended_at is null while the order is
 * alive.
 */
export interface OrdersTable {
  id: bigint;
  shard: number;
  account: bigint;
  instrument: number;
  side: 'buy' | 'sell';
  kind: 'market' | 'limit' | 'stop';
  status: 'pending' | 'open' | 'closed' | 'cancelled';
  lots: bigint;
  leverage: number;
  target: bigint | null;
  stop_loss: bigint | null;
  take_profit: bigint | null;
  /** 069-trailing-stops */
  trailing_distance: bigint | null;
  /** 080-guaranteed-stops */
  guarantee_premium: Generated<bigint | null>;
  /** 081-partial-levels */
  partial_levels: string | null;
  margin: bigint;
  fee: bigint;
  swap: bigint;
  created_at: bigint;
  opened_at: bigint | null;
  ended_at: bigint | null;
  price: bigint | null;
  close_price: bigint | null;
  profit: bigint | null;
  reason: string | null;
  open_quote_seq: bigint | null;
  open_quote_time: bigint | null;
  open_quote_bid: bigint | null;
  open_quote_ask: bigint | null;
  /** See QuoteSource; null for quotes of a market that is not live. */
  open_quote_source: Generated<string | null>;
  /** How much worse than the market's its prices are; null for none. */
  bid_markup: bigint | null;
  ask_markup: bigint | null;
  /** Null for an order from before versions were stored. */
  terms_version: Generated<string | null>;
  /** The position that a closed part was split off. */
  parent_id: Generated<bigint | null>;
  /** Null for good till cancelled, and from the fill on. */
  expires_at: Generated<bigint | null>;
  /** The limit of a stop-limit order, also when it has become a limit or a position. */
  limit_price: Generated<bigint | null>;
  /** The other order of a linked pair. */
  oco_order: Generated<bigint | null>;
  close_quote_seq: bigint | null;
  close_quote_time: bigint | null;
  close_quote_bid: bigint | null;
  close_quote_ask: bigint | null;
  close_quote_source: Generated<string | null>;
  conversion_quote: JSONColumnType<StoredQuote> | null;
  explanation: JSONColumnType<StoredExplanation> | null;
  guarantee: JSONColumnType<StoredGuarantee> | null;
}
