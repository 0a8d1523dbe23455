import { STATEMENT_FILE_MAX, orderExplanationCalls, statementCalls } from '@fairlot/contract';
import { MINUTE_MS, formatMoney } from '@fairlot/domain';
import type { OrderId } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { FileContent } from '../../http/file-content.ts';
import { OpenFiles } from '../../http/open-files.ts';
import { readCorrections } from '../../trading/read-corrections.ts';
import { readStopOut } from '../../trading/read-stop-out.ts';
import { presentMovement } from './movement-presenter.ts';
import { MovementRecords } from './movements.ts';
import { presentCorrection, presentTrade } from './order-presenter.ts';
import type { StatementMarket } from './past-market.ts';
import type { Span } from './period.ts';
import { presentStatement } from './presenter.ts';
import { StatementService } from './service.ts';
import { statementFile } from './statement-file.ts';
import { presentStopOut } from './stop-out.ts';
import { type OrderRow, TradeRecords } from './trades.ts';

const DAY_TEXT = 10;
/** A client reads a chunk of a thousand rows, some 300 kB, within this time. */
const FILES = { atOnce: 20, idleMs: MINUTE_MS };

/** Registers the calls for statements of the user's own account. */
export function registerStatement(calls: Calls, db: Kysely<Tables>, market: StatementMarket): void {
  const service = new StatementService(db, market);
  const files = new OpenFiles(FILES);
  const [trades, movements] = [new TradeRecords(db), new MovementRecords(db)];

  calls.forUser(statementCalls.statement, async (input, { session }) => {
    const answer = await service.statement(session.account, input);
    return answer.ok ? done(presentStatement(answer.data, market)) : answer;
  });

  calls.forUser(statementCalls.statementTrades, async (input, { session }) => {
    const span = await service.span(session.account, input);
    if (!span.ok) return span;
    const { rows, total } = await trades.page(session.account, span.data, input, sliceOf(input));
    return done({ list: rows.map((order) => presentTrade(order, market)), total });
  });

  calls.forUser(statementCalls.statementMovements, async (input, { session, language }) => {
    const span = await service.span(session.account, input);
    if (!span.ok) return span;
    const { total, available, frozen } = await movements.sums(session.account, span.data, input);
    const list = await movements.page(session.account, span.data, input, sliceOf(input));
    return done({
      list: list.map((movement) => presentMovement(movement, market, language)),
      total,
      available: formatMoney(available),
      frozen: formatMoney(frozen),
    });
  });

  calls.forUser(statementCalls.statementFile, async (input, { session: { account }, language }) => {
    const span = await service.span(account, input);
    if (!span.ok) return span;
    const rows =
      input.part === 'movements'
        ? (await movements.sums(account, span.data, input)).total
        : await trades.count(account, span.data, input);
    if (rows > STATEMENT_FILE_MAX)
      return refuse('export_too_large', { most: String(STATEMENT_FILE_MAX), rows: String(rows) });
    const content = files.open(account, (read) =>
      statementFile({ trades, movements, market, read }, { account, span: span.data, input, language }),
    );
    if (!content.ok) return content;
    return done(
      new FileContent(
        content.data,
        'text/csv; charset=utf-8',
        `statement-${account}-${input.part}-${daysOf(span.data)}.csv`,
      ),
    );
  });

  calls.forUser(orderExplanationCalls.fillCorrections, async ({ id }, { session }) => {
    const order = (await ordersOf(db, [id])).get(id);
    if (order?.account !== BigInt(session.account)) return refuse('unknown_order');
    const made = await readCorrections(db, id);
    return done({ list: made.map((each) => presentCorrection(each, order, market)) });
  });

  calls.forUser(orderExplanationCalls.stopOut, async ({ id }, { session }) => {
    const row = await readStopOut(db, session.account, id);
    if (row === undefined) return refuse('unknown_order');
    return done(
      presentStopOut(
        row,
        await ordersOf(
          db,
          row.events.flatMap((event) => ('order' in event ? [event.order] : [])),
        ),
        market,
      ),
    );
  });
}

function sliceOf({ page, size }: { readonly page: number; readonly size: number }): {
  readonly offset: number;
  readonly limit: number;
} {
  return { offset: (page - 1) * size, limit: size };
}

async function ordersOf(db: Kysely<Tables>, ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, OrderRow>> {
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids.map(BigInt)).execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
}

function daysOf({ from, to }: Span): string {
  return [from, to - 1].map((time) => new Date(time).toISOString().slice(0, DAY_TEXT)).join('-');
}
