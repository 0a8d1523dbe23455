import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { silentLog } from './support/database.ts';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { query, registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;
let dealer: Colleague;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
});
afterAll(() => server.stop());

interface JsonFile {
  readonly format: string;
  readonly calendars: readonly Readonly<Record<string, unknown>>[];
  readonly instruments: readonly (Readonly<Record<string, unknown>> & { readonly code: string })[];
}
const exported = async (format: 'json' | 'csv' = 'json') =>
  (await dealer.call('officeExportCatalogue', { format })).envelope.data.text;
const fileNow = async () => JSON.parse(await exported()) as JsonFile;
const upload = async (text: string, format: 'json' | 'csv' = 'json') =>
  (await dealer.call('officeUploadCatalogue', { format, text })).envelope;
const apply = async (id: number) =>
  (await dealer.call('officeApplyCatalogue', { id, reason: 'terms of the new year' })).envelope;
const fileOf = (instruments: readonly Readonly<Record<string, unknown>>[]) =>
  JSON.stringify({ format: 'fairlot-catalogue-1', instruments });
/** The rows of an upload that are not as the catalogue is. */
const differing = async (text: string, format: 'json' | 'csv' = 'json') =>
  (await upload(text, format)).data.rows.filter(({ state }) => state !== 'unchanged');
const change = async (code: string, terms: Readonly<Record<string, unknown>>) =>
  (await dealer.call('officeChangeInstrument', { id: await server.instrument(code), terms })).envelope.reason;

describe('a file of the catalogue while there are no real accounts', () => {
  it('changes nothing when it comes back as it went, as JSON and as CSV', async () => {
    expect(await change('EURUSD', { names: { en: '=1+1', de: 'Euro, "Dollar"' } })).toBe('ok');
    for (const format of ['json', 'csv'] as const) {
      const text = await exported(format);
      const { data } = await upload(text, format);
      const { instruments, calendars } = await fileNow();
      expect(data.rows).toHaveLength(instruments.length + (format === 'json' ? calendars.length : 0));
      expect(data.rows.filter(({ state }) => state !== 'unchanged')).toEqual([]);
      expect((await apply(data.id)).data).toEqual({ applied: 0, proposal: null });
      expect(await exported(format)).toBe(text);
    }
    expect(await exported('csv')).toContain(`'=1+1`);
    await change('EURUSD', { names: {} });
  });

  it('lists exactly what differs, and restores it', async () => {
    const original = await exported();
    expect(await change('EURUSD', { max_lots: '77', leverages: [10, 20] })).toBe('ok');
    const gbpusd = await server.instrument('GBPUSD');
    await dealer.call('officeSetSymbol', { id: gbpusd, source: 'oanda', symbol: 'ODD', seen: 'GBP_USD' });
    const metals = (await dealer.call('officeCalendar', { name: 'metals' })).envelope.data;
    const { time_zone, week, last_day, version } = metals;
    const whole = { name: 'metals', time_zone, week, last_day, version, special_days: [], reason: 'a test' };
    expect((await dealer.call('officeSaveCalendar', whole)).envelope.reason).toBe('ok');
    const { data } = await upload(original);
    const rows = data.rows.filter(({ state }) => state !== 'unchanged');
    expect(rows.map(({ kind, name, state }) => [kind, name, state])).toEqual([
      ['calendar', 'metals', 'changed'],
      ['instrument', 'EURUSD', 'changed'],
      ['instrument', 'GBPUSD', 'changed'],
    ]);
    expect(rows.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['special_days'],
      ['max_lots', 'leverages'],
      ['symbols'],
    ]);
    expect(rows[1]?.changes[0]).toMatchObject({ field: 'max_lots', from: '77.00' });
    expect((await apply(data.id)).data).toEqual({ applied: 3, proposal: null });
    expect(await exported()).toBe(original);
    // The rows of a file that states only some fields leave the others.
    const csv = 'code,max_lots\r\nEURUSD,55\r\n';
    expect(await differing(csv, 'csv')).toMatchObject([
      { line: 2, name: 'EURUSD', changes: [{ field: 'max_lots', to: '55.00' }] },
    ]);
  });

  it('adds instruments, also when one converts by a later row', async () => {
    const { instruments } = await fileNow();
    const like = instruments.find(({ code }) => code === 'USDCHF');
    const made = (code: string, base: string, quote: string) => ({
      ...like,
      code,
      display_code: `${base}/${quote}`,
      base_currency: base,
      quote_currency: quote,
      symbols: {},
    });
    const { data } = await upload(fileOf([made('NZDPLN', 'NZD', 'PLN'), made('PLNUSD', 'PLN', 'USD')]));
    expect(data.rows.map(({ name, state }) => [name, state])).toEqual([
      ['PLNUSD', 'new'],
      ['NZDPLN', 'new'],
    ]);
    expect((await apply(data.id)).data.applied).toBe(2);
    expect((await fileNow()).instruments.slice(-2)).toMatchObject([{ code: 'PLNUSD' }, { code: 'NZDPLN' }]);
    expect((await apply(data.id)).data.applied).toBe(0);
  });

  it('is refused by row, field and reason, and as a whole until no row is', async () => {
    const { instruments } = await fileNow();
    const eurusd = instruments.find(({ code }) => code === 'EURUSD');
    const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string, string])[] = [
      [{ max_lots: '0' }, 'max_lots', 'bad_request'],
      [{ max_lots: 5 }, 'max_lots', 'bad_request'],
      [{ lot_step: '0.03' }, 'min_lots', 'bad_request'],
      [{ leverages: [20, 10] }, 'leverages', 'bad_request'],
      [{ units_per_lot: '5' }, 'units_per_lot', 'catalogue_field_fixed'],
      [{ quote_currency: 'CHF' }, 'quote_currency', 'catalogue_field_fixed'],
      [{ category: 'nowhere' }, 'category', 'bad_request'],
      [{ calendar: 'nowhere' }, 'calendar', 'bad_request'],
      [{ symbols: { kraken: 'a b' } }, 'symbols', 'bad_request'],
      [{ code: 'eur' }, 'code', 'bad_request'],
      [{ code: 'EURXYZ', quote_currency: 'XYZ' }, 'quote_currency', 'bad_request'],
      [{ wings: 2 }, 'wings', 'bad_request'],
    ];
    for (const [part, field, reason] of wrong) {
      const { data } = await upload(fileOf([{ ...eurusd, ...part }]));
      expect([part, data.rows[0]?.state, data.rows[0]?.field, data.rows[0]?.reason]).toEqual([
        part,
        'refused',
        field,
        reason,
      ]);
    }
    const twice = await upload(fileOf([{ ...eurusd, max_lots: '66' }, { ...eurusd }]));
    expect(twice.data.rows[1]).toMatchObject({ state: 'refused', reason: 'code_taken', line: 2 });
    expect((await apply(twice.data.id)).reason).toBe('catalogue_rows_refused');
    expect(await differing(await exported())).toEqual([]);
    const bad = [
      ['json', 'no json', 'format'],
      ['json', '{"format":"fairlot-catalogue-1","instruments":[1]}', 'instruments'],
      ['csv', 'code,wings\r\nEURUSD,2\r\n', 'wings'],
      ['csv', 'code,max_lots\r\nEURUSD\r\n', 'format'],
      ['csv', `code\r\n${'EURUSD\r\n'.repeat(501)}`, 'format'],
    ] as const;
    for (const [format, text, part] of bad)
      expect(await upload(text, format)).toMatchObject({ reason: 'catalogue_unreadable', detail: { part } });
    expect((await apply(999_999)).reason).toBe('unknown_file');
    const support = await office.hire('help.one', ['support']);
    const refused = await support.call('officeUploadCatalogue', { format: 'csv', text: 'code\r\n' });
    expect(refused.envelope.reason).toBe('staff_role_required');
  });

  it('leaves whole instruments when it fails in the middle, and goes on when it is applied again', async () => {
    const { instruments } = await fileNow();
    const codes = new Set(['EURUSD', 'GBPUSD', 'AUDUSD']);
    const wanted = instruments.filter(({ code }) => codes.has(code)).map((each) => ({ ...each, max_lots: '42' }));
    const { data } = await upload(fileOf(wanted));
    const broken = wanted[1]?.code ?? '';
    await query(
      server,
      `create function break_it() returns trigger language plpgsql as $$ begin
         if new.code = '${broken}' then raise exception 'broken on purpose'; end if; return new; end $$`,
    );
    await query(
      server,
      'create trigger break_it before update on instruments for each row execute function break_it()',
    );
    expect((await apply(data.id)).reason).toBe('internal');
    await query(server, 'drop trigger break_it on instruments');
    await server.restart();
    const rest = (await dealer.call('officeCatalogueFile', { id: data.id })).envelope.data.rows;
    expect(rest.map(({ state }) => state)).toEqual(['unchanged', 'changed', 'changed']);
    expect((await apply(data.id)).data.applied).toBe(2);
    const database = await openDatabase({
      dataFolder: '',
      databaseUrl: server.databaseUrl,
      exclusive: false,
      log: silentLog,
    });
    for (const shard of [0, 1]) expect((await verifyShard(database.pool, shard)).shown).toEqual([]);
    await database.close();
  });
});

describe('a file of the catalogue while there are real accounts', () => {
  it('waits for a second person, who applies only what was shown; a swap is announced at the instrument', async () => {
    await registerUser(server);
    const swapped = await upload('code,swap_long\r\nEURUSD,-9\r\n', 'csv');
    expect(swapped.data.rows[0]).toMatchObject({ state: 'refused', field: 'swap_long', reason: 'swap_needs_notice' });

    const { data } = await upload('code,max_lots,fee_rate\r\nEURUSD,31,1.5\r\nGBPUSD,32,1.5\r\n', 'csv');
    const proposed = (await apply(data.id)).data;
    expect(proposed).toMatchObject({ applied: 0, proposal: expect.any(Number) as number });
    const decide = async (id: number | null) =>
      (await office.administrator.call('decideProposal', { id, approve: true })).envelope.reason;
    const { envelope } = await office.administrator.call('proposals', { state: 'waiting' });
    expect(JSON.parse(envelope.data.list[0]?.after ?? '')).toEqual({
      'EURUSD max_lots': '31.00',
      'EURUSD fee_rate': '1.5',
      'GBPUSD max_lots': '32.00',
      'GBPUSD fee_rate': '1.5',
      reason: 'terms of the new year',
    });
    expect(await decide(proposed.proposal)).toBe('ok');
    expect((await fileNow()).instruments.find(({ code }) => code === 'GBPUSD')).toMatchObject({ max_lots: '32.00' });

    const second = await upload('code,max_lots\r\nEURUSD,33\r\n', 'csv');
    const waiting = (await apply(second.data.id)).data.proposal;
    expect(await change('EURUSD', { max_lots: '35' })).toBe('ok');
    expect(await decide(waiting)).toBe('record_changed');
    expect((await fileNow()).instruments.find(({ code }) => code === 'EURUSD')).toMatchObject({ max_lots: '35.00' });
  });
});
