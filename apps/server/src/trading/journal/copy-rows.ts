import { LEDGER_TYPES, type Quote } from '@fairlot/domain';
import type { OrderPlaced, PositionOpened, Transferred } from '@fairlot/engine';
import type { CopyBuffer } from './copy-buffer.ts';
import { partyBook, partyNumber } from './party-numbers.ts';

/** Columns in the order of writing. See db/migrations (001-trading, 008-ranking) for their units. */
export const COLUMNS = {
  journal: [
    'shard',
    'seq',
    'epoch',
    'time',
    'account',
    'key',
    'key_print',
    'command',
    'markets',
    'outcome',
    'events',
    'rules',
    'hash',
  ],
  transfers: [
    'shard',
    'id',
    'seq',
    'time',
    'kind',
    'account',
    'debit_account',
    'debit_book',
    'credit_account',
    'credit_book',
    'amount',
    'reference',
    'memo',
    'worth',
  ],
  accounts: ['id', 'shard', 'kind', 'cash', 'order_reserve', 'withdrawal_hold', 'opened_at', 'account_group'],
  orders: [
    'id',
    'shard',
    'account',
    'instrument',
    'side',
    'kind',
    'status',
    'lots',
    'leverage',
    'target',
    'stop_loss',
    'take_profit',
    'trailing_distance',
    'margin',
    'fee',
    'swap',
    'created_at',
    'opened_at',
    'price',
    'open_quote_seq',
    'open_quote_time',
    'open_quote_bid',
    'open_quote_ask',
    'open_quote_source',
    'bid_markup',
    'ask_markup',
    'terms_version',
    'expires_at',
    'limit_price',
    'oco_order',
    'guarantee_premium',
  ],
} as const;

/** The COPY statement of a table. */
export function copyStatement(table: keyof typeof COLUMNS): string {
  return `copy ${table} (${COLUMNS[table].join(', ')}) from stdin (format binary);`;
}

/** Writes one transfer. */
export function writeTransfer(to: CopyBuffer, shard: number, seq: number, time: number, event: Transferred): void {
  const debit = partyNumber(event.debit);
  const credit = partyNumber(event.credit);
  to.row(COLUMNS.transfers.length);
  to.int2(shard);
  to.int8(event.id);
  to.int8(seq);
  to.int8(time);
  to.int2(LEDGER_TYPES[event.kind]);
  to.int8(Math.max(debit, credit));
  to.int8(debit);
  to.text(partyBook(event.debit));
  to.int8(credit);
  to.text(partyBook(event.credit));
  to.int8(event.amount);
  to.int8(event.reference);
  to.text(event.memo);
  to.int8(event.worth);
}

/** Writes a new order, pending or filled at once. `version`: of its terms. */
export function writeOrder(
  to: CopyBuffer,
  shard: number,
  time: number,
  event: OrderPlaced | PositionOpened,
  version: string | undefined,
): void {
  const filled = event.type === 'positionOpened' ? event : undefined;
  to.row(COLUMNS.orders.length);
  to.int8(event.order);
  to.int2(shard);
  to.int8(event.account);
  to.int4(event.instrument);
  to.text(event.side);
  to.text(event.kind);
  to.text(filled === undefined ? 'pending' : 'open');
  to.int8(event.lots);
  to.int4(event.leverage);
  to.int8(event.target);
  to.int8(event.stopLoss);
  to.int8(event.takeProfit);
  to.int8(event.trailing);
  to.int8(event.margin);
  to.int8(event.fee);
  to.int8(0);
  to.int8(time);
  to.int8(filled === undefined ? undefined : time);
  to.int8(filled?.price);
  writeQuote(to, filled?.quote);
  to.int8(event.markup?.bid);
  to.int8(event.markup?.ask);
  to.text(version);
  const placed = event.type === 'orderPlaced' ? event : undefined;
  to.int8(placed?.expiresAt);
  to.int8(placed?.limitPrice);
  to.int8(placed?.oco);
  to.int8(filled?.premium);
}

function writeQuote(to: CopyBuffer, quote: Quote | undefined): void {
  to.int8(quote?.seq);
  to.int8(quote?.time);
  to.int8(quote?.bid);
  to.int8(quote?.ask);
  to.text(quote?.source);
}
