import type { OutputOf, calls } from '@fairlot/contract';
import { MONEY_SCALE, formatDecimal, money } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { naiveStopOut } from './support/naive-stop-out.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { whenQuoted } from './support/order-calls.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

type StopOut = OutputOf<typeof calls.stopOut>;

/** The wall clock; signing in to the office advances it. */
const clock = {
  ahead: 0,
  get time() {
    return Date.now() + this.ahead;
  },
  set time(value: number) {
    this.ahead = value - Date.now();
  },
};
let server: RestartableServer;
let office: TestOffice;
const LEVEL = 300;
const POLLING = { timeout: 120_000, interval: 100 };

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  office = await openTestOffice(server, clock);
});
afterAll(() => server.stop());

interface Trader {
  readonly token: string;
  readonly id: number;
}

async function place(
  trader: Trader,
  code: string,
  cont: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const input = { type: 1, cont, forex_id: await server.instrument(code), status: 1, multiple: 100, ...more };
  const { envelope } = await whenQuoted(() => server.call('submit', input, { token: trader.token }));
  expect(envelope.reason).toBe('ok');
  return envelope.data.order.Id;
}

async function closed(trader: Trader, id: number): Promise<void> {
  expect((await server.call('close', { id }, { token: trader.token })).envelope.reason).toBe('ok');
}

/** Parses a CSV file whose texts contain neither commas nor line breaks. */
function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = text
    .replace('\uFEFF', '')
    .split('\r\n')
    .filter((line) => line !== '');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [head.split(',')[index] ?? '', cell])),
  );
}

const sum = (rows: readonly Readonly<Record<string, string>>[], column: string): string =>
  formatDecimal(
    rows.reduce((all, row) => all + money(row[column] ?? ''), 0n),
    MONEY_SCALE,
  );

describe('a statement of the running server', () => {
  it('contains the latest trades with their quotes, and files with the same sums', async () => {
    const trader = await server.demo();
    const [first, second, kept] = [
      await place(trader, 'EURUSD', '0.2'),
      await place(trader, 'USDJPY', '0.1', { type: 2 }),
      await place(trader, 'EURUSD', '0.1'),
    ];
    const waiting = await place(trader, 'EURUSD', '0.1', { status: 0, target_price: '0.5' });
    await closed(trader, first);
    await closed(trader, second);
    const { data } = (await server.call('statement', { period: 'all' }, { token: trader.token })).envelope;
    expect(data).toMatchObject({
      account: trader.id,
      is_demo: true,
      ongoing: true,
      opening: { total: '0.000000' },
      movements: { demo_funding: '100000.000000' },
    });
    expect(data.positions.map(({ id }) => id)).toEqual([kept]);
    expect(data.pending?.map(({ id, reserved }) => [id, reserved])).toEqual([[waiting, data.closing.frozen]]);
    expect(data.trades.trades).toBe(2);
    expect(data.curve.equity.at(-1)?.value).toBe(
      formatDecimal(money(data.closing.total) + money(data.floating ?? ''), MONEY_SCALE),
    );

    const { data: trades } = (await server.call('statementTrades', { period: 'all' }, { token: trader.token }))
      .envelope;
    expect(trades.list.map(({ id }) => id)).toEqual([second, first]);
    const [yen, euro] = trades.list;
    expect(yen?.close_price).toBe(yen?.close_quote?.Ask);
    expect(yen?.conversion_quote).toMatchObject({ code: 'USDJPY', Seq: yen?.close_quote?.Seq });
    expect([euro?.open_price, euro?.conversion_quote]).toEqual([euro?.open_quote?.Ask, null]);

    const file = async (part: string): Promise<readonly Readonly<Record<string, string>>[]> => {
      const answer = await server.raw(`/v1/api/main/statement/file?period=all&part=${part}`, {
        headers: { authorization: trader.token, lang: 'en' },
      });
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'private, no-store',
      ]);
      expect(answer.headers['content-disposition']).toContain(`statement-${trader.id}-${part}-`);
      return readCsv(answer.text);
    };
    const [tradeRows, movementRows, instrumentRows] = [
      await file('trades'),
      await file('movements'),
      await file('instruments'),
    ];
    expect([tradeRows.map(({ id }) => Number(id)), sum(tradeRows, 'net')]).toEqual([[first, second], data.trades.net]);
    expect([sum(movementRows, 'available'), sum(movementRows, 'frozen')]).toEqual([
      data.closing.available,
      data.closing.frozen,
    ]);
    expect(sum(instrumentRows, 'net')).toBe(
      formatDecimal(money(data.movements.total) - money(data.unassigned), MONEY_SCALE),
    );
  });

  it('is visible to its owner only, escapes formulas, and refuses invalid days', async () => {
    const [trader, other] = [await server.demo(), await server.demo()];
    const clerk = await office.hire('statement-finance', ['finance']);
    await clerk.call('officeAdjust', { user_id: trader.id, amount: '1.50', memo: '=HYPERLINK("http://evil","x")' });
    const answer = await server.raw('/v1/api/main/statement/file?period=all&part=movements&type=10', {
      headers: { authorization: trader.token, lang: 'en' },
    });
    expect(answer.text).toContain('"\'=HYPERLINK(""http://evil"",""x"")');
    const strange = await server.raw('/v1/api/main/statement/file?period=all&part=movements&type=10', {
      headers: { authorization: other.token, lang: 'en' },
    });
    expect(strange.text.trim().split('\r\n')).toHaveLength(1);
    expect((await server.request('/v1/api/main/statement/file?part=trades')).envelope.reason).toBe('session_invalid');
    for (const [input, field] of [
      [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
      [{ from: '2020-01-01', to: '2026-01-01' }, 'to'],
      [{ to: '2026-01-01' }, 'from'],
      [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    ] as const) {
      const { envelope } = await server.call('statement', { period: 'range', ...input }, { token: trader.token });
      expect([envelope.reason, envelope.detail]).toEqual(['bad_request', { field }]);
    }
  });
});

describe('the explanation of a stop-out', () => {
  it('equals an independent computation from the records, figure by figure', async () => {
    const trader = await server.demo();
    const waiting = await place(trader, 'EURUSD', '0.5', { status: 0, target_price: '0.5' });
    const positions = [
      await place(trader, 'EURUSD', '10'),
      await place(trader, 'USDJPY', '12'),
      await place(trader, 'EURUSD', '10', { type: 2 }),
      await place(trader, 'EURJPY', '10', { type: 2 }),
    ];
    // The office refuses such a level; only the environment can set it.
    await server.restart({ FAIRLOT_WARNING_RATIO: '400', FAIRLOT_STOP_OUT_RATIO: String(LEVEL) });
    const ended = await vi.waitUntil(async () => {
      const { data } = (await server.call('myDeal', { status: 3 }, { token: trader.token })).envelope;
      return data.data.some(({ EndReason }) => EndReason === 'stop_out') ? data.data : undefined;
    }, POLLING);

    const asked = ended.find(({ Status }) => Status === 3);
    const { data }: { readonly data: StopOut } = (
      await server.call('stopOut', { id: asked?.Id }, { token: trader.token })
    ).envelope;
    const naive = await naiveStopOut(server, trader.id, data.seq, BigInt(LEVEL));
    expect(naive.length).toBeGreaterThanOrEqual(2);
    expect(
      data.closed.map(({ id, before, loss, quote }) => ({
        id,
        equity: money(before.equity),
        usedMargin: money(before.used_margin),
        ratio: BigInt((before.ratio ?? '').replace('.', '')),
        loss: money(loss),
        quote: quote.Seq,
      })),
    ).toEqual(naive);
    expect(data).toMatchObject({ level: LEVEL, cover: '0.000000' });
    // The pending order was cancelled first; its released reserve had always counted.
    expect(data.cancelled.map(({ id }) => id)).toEqual([waiting]);
    expect(money(data.before?.equity ?? '')).toBe(naive[0]?.equity);
    expect(money(data.cancelled[0]?.released ?? '')).toBeGreaterThan(0n);
    // Afterwards the account's remaining positions are above the stop-out level.
    const left = positions.filter((id) => !naive.some((close) => close.id === id));
    const [margins] = await query<{ margin: string }>(
      server,
      'select sum(margin) as margin from orders where id = any($1)',
      [left],
    );
    expect(money(data.after?.used_margin ?? '')).toBe(BigInt(margins?.margin ?? '0'));
    expect(Number(data.after?.ratio)).toBeGreaterThan(LEVEL);

    // Every order that the stop-out ended has the same explanation; other orders and other users have none.
    for (const { id } of [...data.closed, ...data.cancelled])
      expect((await server.call('stopOut', { id }, { token: trader.token })).envelope.data).toEqual(data);
    const stranger = await server.demo();
    for (const [id, token] of [
      [left[0], trader.token],
      [asked?.Id, stranger.token],
    ] as const) {
      expect((await server.call('stopOut', { id }, { token })).envelope.reason).toBe('unknown_order');
    }
  });
});
