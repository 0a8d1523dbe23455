import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { CADCHF } from './support/new-instrument.ts';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';
import { silentLog } from './support/database.ts';

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;
let dealer: Colleague;
let demo: Awaited<ReturnType<RestartableServer['demo']>>;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
  demo = await server.demo();
});
afterAll(() => server.stop());

const add = async (change: Readonly<Record<string, unknown>> = {}, who = dealer) =>
  (await who.call('officeAddInstrument', { ...CADCHF, ...change })).envelope;
const delist = async (id: number) =>
  (await dealer.call('officeDelistInstrument', { id, reason: 'no demand' })).envelope;
const deal = async (id: number, mode: string) =>
  (await dealer.call('officeSetDealing', { id, mode, reason: 'to be delisted' })).envelope;
const buy = (id: number) => server.call('submit', marketOrder(id), { token: demo.token });
/** Waits for the first price of an instrument, which comes with the next beat of the market. */
const quoted = (code: string, lang = 'en') =>
  vi.waitUntil(
    async () => {
      const { envelope } = await server.call('tradeList', { searchCurrency: code }, { lang });
      return envelope.data.find(({ Code, ForexQuotations }) => Code === code && ForexQuotations !== null);
    },
    { timeout: 120_000, interval: 50 },
  );

describe('an instrument that staff add while there are no real accounts', () => {
  it('refuses what no instrument may be, by field', async () => {
    const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string, string])[] = [
      [{ code: 'eur usd' }, 'bad_request', 'code'],
      [{ code: 'EURUSD' }, 'code_taken', 'code'],
      [{ quote_currency: 'XYZ' }, 'bad_request', 'quote_currency'],
      [{ price_precision: 9, price_scale: 8 }, 'bad_request', 'price_scale'],
      [{ units_per_lot: '0' }, 'bad_request', 'units_per_lot'],
      [{ min_lots: '0.015' }, 'bad_request', 'terms.min_lots'],
      [{ category_id: 99 }, 'bad_request', 'terms.category_id'],
      [{ calendar: 'never' }, 'bad_request', 'terms.calendar'],
      [{ fee_rate: '1001' }, 'bad_request', 'fee_rate'],
      [{ names: { english: 'Too long a code' } }, 'bad_request', 'names'],
    ];
    for (const [change, reason, field] of wrong) {
      const envelope = await add(change);
      expect([change, envelope.reason]).toEqual([change, reason]);
      expect(envelope.detail?.['field']?.replace(/^terms\./, '').split('.')[0]).toBe(field.replace(/^terms\./, ''));
    }
    const support = await office.hire('help.one', ['support']);
    expect((await add({}, support)).reason).toBe('staff_role_required');
  });

  it('is traded at once, then only closed, then delisted, and the past still names it', async () => {
    const { data } = await add();
    const id = data.instrument?.id ?? 0;
    expect(data).toMatchObject({
      proposal: null,
      instrument: { code: 'CADCHF', open_positions: 0, names: CADCHF.names, conversion: { inverse: true } },
    });
    expect(id).toBeGreaterThanOrEqual(1000);
    expect(await quoted('CADCHF', 'de')).toMatchObject({
      Name: 'Kanadischer Dollar zu Franken',
      MarketStatus: 1,
      Doubt: null,
    });
    expect(await quoted('CADCHF', 'fr')).toMatchObject({ Name: 'Loonie against franc' });
    const bought = (await whenQuoted(() => buy(id))).envelope;
    expect(bought.reason).toBe('ok');

    expect((await delist(id)).reason).toBe('instrument_not_restricted');
    expect((await deal(id, 'closeOnly')).reason).toBe('ok');
    expect((await buy(id)).envelope.reason).toBe('instrument_close_only');
    expect((await delist(id)).reason).toBe('instrument_has_orders');
    const closed = await whenQuoted(() => server.call('close', { id: bought.data.order.Id }, { token: demo.token }));
    expect(closed.envelope.reason).toBe('ok');
    expect((await delist(id)).reason).toBe('ok');
    expect((await delist(id)).reason).toBe('unknown_instrument');

    expect((await server.call('tradeList', {})).envelope.data.find(({ Code }) => Code === 'CADCHF')).toBeUndefined();
    expect((await buy(id)).envelope.reason).toBe('unknown_instrument');
    const { envelope: past } = await server.call('myDeal', { status: 3 }, { token: demo.token });
    expect(past.data.data[0]).toMatchObject({
      Id: bought.data.order.Id,
      ForexTradeLists: { Code: 'CADCHF', ShowCode: 'CAD/CHF' },
    });
    const { envelope } = await dealer.call('officeInstrumentChanges', { instrument_id: id });
    expect(envelope.data.list.map(({ after }) => JSON.parse(after) as object)).toEqual([
      { delisted: true, reason: 'no demand' },
      { dealing: 'closeOnly', reason: 'to be delisted' },
      expect.objectContaining({ fee_rate: '2.5', names: CADCHF.names }),
    ]);
  });

  it('can be added under the code of a delisted one, and what nothing feeds is closed for that reason', async () => {
    const again = (await add({ price_precision: 4 })).data.instrument;
    expect(again?.id).toBeGreaterThan(1000);
    await quoted('CADCHF');
    const odd = (await add({ code: 'CORN', base_currency: 'CORN', quote_currency: 'USD', display_code: 'CORN' })).data;
    const { envelope } = await server.call('tradeList', { searchCurrency: 'CORN' });
    expect(envelope.data[0]).toMatchObject({ Doubt: 'source', Source: null, ForexQuotations: null });
    expect((await buy(odd.instrument?.id ?? 0)).envelope.reason).not.toBe('ok');
    // Others convert through it.
    const usdchf = await server.instrument('USDCHF');
    await deal(usdchf, 'halted');
    expect((await delist(usdchf)).reason).toBe('instrument_converts');
    await deal(usdchf, 'normal');
  });

  it('stays as it is over a restart, and the journals of both shards verify', async () => {
    await server.restart();
    const listed = (await server.call('tradeList', {})).envelope.data.filter(({ Code }) => Code === 'CADCHF');
    expect(listed).toMatchObject([{ PricePrecision: 4, Name: 'Loonie against franc' }]);
    const url = server.databaseUrl;
    const database = await openDatabase({ dataFolder: '', databaseUrl: url, exclusive: false, log: silentLog });
    for (const shard of [0, 1]) expect((await verifyShard(database.pool, shard)).shown).toEqual([]);
    await database.close();
  });
});

describe('an instrument that staff add while there are real accounts', () => {
  it('waits for a second person', async () => {
    await registerUser(server);
    const { data } = await add({
      code: 'NZDCAD',
      base_currency: 'NZD',
      quote_currency: 'CAD',
      display_code: 'NZD/CAD',
    });
    expect(data).toMatchObject({ instrument: null });
    const { envelope: waiting } = await office.administrator.call('proposals', { state: 'waiting' });
    expect(waiting.data.list[0]).toMatchObject({ id: data.proposal, kind: 'listing', subject_name: 'NZDCAD' });
    expect((await dealer.call('decideProposal', { id: data.proposal, approve: true })).envelope.reason).toBe(
      'staff_role_required',
    );
    const decide = { id: data.proposal, approve: true };
    expect((await office.administrator.call('decideProposal', decide)).envelope.reason).toBe('ok');
    expect(await quoted('NZDCAD')).toMatchObject({ ShowCode: 'NZD/CAD' });
    expect(await query(server, `select count(*)::integer as count from instruments where code = 'NZDCAD'`)).toEqual([
      { count: 1 },
    ]);
  });
});
