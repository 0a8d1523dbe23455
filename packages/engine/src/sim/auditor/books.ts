import type { Instrument, Quote } from '@fairlot/domain';
import type { Outcome, TradingRules } from '../../index.ts';

/** An alive order as the auditor notes it down. */
export interface Ticket {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: 'buy' | 'sell';
  kind: 'market' | 'limit' | 'stop';
  readonly lots: bigint;
  readonly leverage: number;
  target: bigint | undefined;
  open: boolean;
  price: bigint;
  openedAt: number;
  margin: bigint;
  fee: bigint;
  swap: bigint;
  stop: bigint | undefined;
  take: bigint | undefined;
}

export interface Board {
  quote: Quote | undefined;
  open: boolean;
}

/** The auditor's whole memory, in the plainest form: it is searched from end to end for every question. */
export interface Books {
  seq: number;
  nextOrder: number;
  nextTransfer: number;
  rules: TradingRules | undefined;
  readonly instruments: Map<number, Instrument>;
  readonly boards: Map<number, Board>;
  readonly accounts: Map<number, 'real' | 'demo'>;
  /** Balances by name: "7.cash", "7.orderReserve", "house.fees". */
  readonly ledger: Map<string, bigint>;
  tickets: Ticket[];
  readonly withdrawals: Map<number, { readonly account: number; readonly amount: bigint; readonly fee: bigint }>;
  /** What was asked under a key, and the answer. */
  readonly keys: Map<string, { readonly wish: string; readonly outcome: Outcome }>;
}

export function emptyBooks(): Books {
  return {
    seq: 0,
    nextOrder: 1,
    nextTransfer: 1,
    rules: undefined,
    instruments: new Map(),
    boards: new Map(),
    accounts: new Map(),
    ledger: new Map(),
    tickets: [],
    withdrawals: new Map(),
    keys: new Map(),
  };
}

/** A copy that later changes don't reach; for crashes that throw the last commands away. */
export function copyBooks(books: Books): Books {
  return {
    ...books,
    instruments: new Map(books.instruments),
    boards: new Map([...books.boards].map(([id, board]) => [id, { ...board }])),
    accounts: new Map(books.accounts),
    ledger: new Map(books.ledger),
    tickets: books.tickets.map((ticket) => ({ ...ticket })),
    withdrawals: new Map(books.withdrawals),
    keys: new Map(books.keys),
  };
}
