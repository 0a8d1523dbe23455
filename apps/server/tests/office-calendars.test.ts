import { HOUR_MS, MINUTE_MS, readCalendar, sessionDays } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder, pendingOrder } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

// A Tuesday on which New York, whose day has just begun, and all other markets but Sydney trade.
const clock = { time: Date.parse('2026-11-24T10:00:00Z') };
const TODAY = '2026-11-24';
let server: RestartableServer;
let office: TestOffice;
let dealer: Colleague;
let demo: Awaited<ReturnType<RestartableServer['demo']>>;
let eurusd: number;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'real' }, () => clock.time);
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
  demo = await server.demo();
  eurusd = await server.instrument('EURUSD');
});
afterAll(() => server.stop());

const read = async (name = 'forex') => (await dealer.call('officeCalendar', { name })).envelope.data;
const save = async (change: Readonly<Record<string, unknown>>, name = 'forex', who = dealer) => {
  const { time_zone, week, special_days, last_day, version } = await read(name);
  const whole = { name, time_zone, week, special_days, last_day, version, reason: 'public holiday', ...change };
  return (await who.call('officeSaveCalendar', whole)).envelope;
};
const withDay = async (date: string, hours: string) => [
  ...(await read()).special_days.filter((day) => day.date !== date),
  { date, hours },
];
const withoutDay = async (date: string) => (await read()).special_days.filter((day) => day.date !== date);
const datesOf = (...all: readonly (readonly [string, string])[]) => all.map(([date, hours]) => ({ date, hours }));
/** Searched, because the whole list is cached while the clock of the test stands still. */
const listed = async (code: string) =>
  (await server.call('tradeList', { searchCurrency: code })).envelope.data.find(({ Code }) => Code === code);
const buy = async () => (await server.call('submit', marketOrder(eurusd), { token: demo.token })).envelope.reason;
/** Moves market time on until a market order is filled, which needs a price of now. */
const bought = () =>
  vi.waitUntil(
    async () => {
      clock.time += 500;
      return (await buy()) === 'ok';
    },
    { timeout: 120_000, interval: 100 },
  );

describe('session calendars while there are no real accounts', () => {
  it('begin as those of the release, with the instruments that use them', async () => {
    const { envelope } = await dealer.call('officeCalendars', {});
    expect(envelope.data.total).toBe(12);
    const forex = envelope.data.list.find(({ name }) => name === 'forex');
    expect(forex).toMatchObject({ time_zone: 'America/New_York', is_open: true, origin: 'release', version: 1 });
    expect(forex?.instruments).toContain('EURUSD');
    // The preview of the pages is computed from the same text as the server's next change.
    const { time_zone: timeZone, week, special_days: days, last_day: lastDay } = await read();
    const calendar = readCalendar({ name: 'forex', timeZone, week, days, lastDay });
    if ('problem' in calendar) throw new Error(JSON.stringify(calendar.problem));
    const [today] = sessionDays(calendar, clock.time, 1);
    expect(today?.spans.find(({ to }) => to > clock.time)?.to).toBe(Date.parse(forex?.next_change ?? ''));
    expect(forex?.next_change).toBe('2026-11-24T21:58:00.000Z');
  });

  it('close a market at once, and open it again only for a price of now', async () => {
    await bought();
    const pending = await server.call('submit', pendingOrder(eurusd), { token: demo.token });
    expect(pending.envelope.reason).toBe('ok');
    expect((await save({ special_days: await withDay(TODAY, '') })).data).toEqual({ proposal: null });
    const shut = await listed('EURUSD');
    expect(shut).toMatchObject({ MarketStatus: 0, NextSession: Date.parse('2026-11-25T05:00:00Z') });
    expect(await listed('BTCUSD')).toMatchObject({ MarketStatus: 1 });
    expect(await buy()).toBe('market_closed');

    clock.time += 5 * MINUTE_MS;
    const reopened = clock.time;
    expect((await save({ special_days: await withoutDay(TODAY) })).reason).toBe('ok');
    expect(await listed('EURUSD')).toMatchObject({ MarketStatus: 1 });
    await bought();
    // The last price from before is dealt on by nobody, however late the first one after it comes.
    const opened = await server.call('myDeal', { status: 1 }, { token: demo.token });
    const [newest] = opened.envelope.data.data.toSorted((one, other) => other.Id - one.Id);
    // The source states the time of its tick, which may be a moment before the reopening; the former price is minutes old.
    expect(newest?.OpenQuote?.Time).toBeGreaterThan(reopened - MINUTE_MS);
    const { envelope } = await server.call('myDeal', { status: 0 }, { token: demo.token });
    expect(envelope.data.data.map(({ Id }) => Id)).toEqual([pending.envelope.data.order.Id]);
  });

  it('end a session early at the minute', async () => {
    // Sooner than the sessions of staff end by themselves.
    const closes = new Date(clock.time + 10 * MINUTE_MS);
    // New York is five hours behind in November.
    const local = new Date(closes.getTime() - 5 * HOUR_MS).toISOString().slice(11, 16);
    expect((await save({ special_days: await withDay(TODAY, `00:00-${local}`) })).reason).toBe('ok');
    const at = Date.parse(`${closes.toISOString().slice(0, 16)}:00Z`);
    expect(await listed('EURUSD')).toMatchObject({ MarketStatus: 1, NextSession: at });
    clock.time = at;
    await vi.waitUntil(async () => (await listed('EURUSD'))?.MarketStatus === 0, { timeout: 120_000 });
    expect(await buy()).toBe('market_closed');
    expect((await save({ special_days: await withoutDay(TODAY) })).reason).toBe('ok');
    await bought();
  });

  it('refuse another version, and what no calendar can be', async () => {
    const { version } = await read();
    const stale = await save({ special_days: await withDay('2026-12-01', ''), version: version - 1 });
    expect(stale.reason).toBe('record_changed');
    const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string, object | undefined])[] = [
      [{ time_zone: 'Mars/Base' }, 'time_zone_unknown', { field: 'time_zone' }],
      [{ week: ['', '10:00-09:00', '', '', '', '', ''] }, 'calendar_hours_invalid', { weekday: '1' }],
      [{ week: ['', '09:00-10:00 09:30-11:00', '', '', '', '', ''] }, 'calendar_hours_invalid', { weekday: '1' }],
      [{ special_days: datesOf(['2026-02-30', '']) }, 'calendar_day_invalid', { date: '2026-02-30' }],
      [
        { special_days: datesOf(['2026-03-02', ''], ['2026-03-02', '']) },
        'calendar_day_invalid',
        { date: '2026-03-02' },
      ],
      [{ special_days: datesOf(['2026-03-02', '00:00-24:00']) }, 'calendar_day_invalid', { date: '2026-03-02' }],
      [{ last_day: '2026-13-01' }, 'bad_request', { field: 'last_day' }],
      [{ week: ['', ''] }, 'bad_request', undefined],
      [
        { special_days: Array.from({ length: 401 }, () => ({ date: '2026-03-02', hours: '' })) },
        'bad_request',
        undefined,
      ],
      [{ reason: '' }, 'bad_request', undefined],
    ];
    for (const [change, reason, detail] of wrong) {
      const envelope = await save(change);
      expect([change, envelope.reason]).toEqual([change, reason]);
      if (detail !== undefined) expect(envelope.detail).toEqual(detail);
    }
    const { time_zone, week, special_days, last_day } = await read();
    const parts = { time_zone, week, special_days, last_day, version };
    const missing = { ...parts, name: 'nowhere', reason: 'public holiday' };
    expect((await dealer.call('officeCalendar', { name: 'nowhere' })).envelope.reason).toBe('unknown_calendar');
    expect((await dealer.call('officeSaveCalendar', missing)).envelope.reason).toBe('unknown_calendar');
    const support = await office.hire('help.one', ['support']);
    expect((await save({ special_days: [] }, 'forex', support)).reason).toBe('staff_role_required');
    expect((await read()).version).toBe(version);
  });

  it('can be added, and an instrument that moves to one takes its hours at once', async () => {
    const week = ['', '', '', '', '', '', ''];
    const made = { name: 'lunch', time_zone: 'Asia/Tokyo', week, special_days: [], last_day: null, version: 0 };
    const { envelope } = await dealer.call('officeSaveCalendar', { ...made, reason: 'a venue of its own' });
    expect(envelope.data).toEqual({ proposal: null });
    expect((await dealer.call('officeCategories')).envelope.data.calendars).toContain('lunch');
    const btcusd = await server.instrument('BTCUSD');
    const moved = await dealer.call('officeChangeInstrument', { id: btcusd, terms: { calendar: 'lunch' } });
    expect(moved.envelope.data).toMatchObject({ calendar: 'lunch', market_status: 0 });
    expect(await listed('BTCUSD')).toMatchObject({ MarketStatus: 0, NextSession: null });
    expect((await read('lunch')).instruments).toEqual(['BTCUSD']);
    expect((await save({ week: week.with(2, '00:00-24:00') }, 'lunch')).reason).toBe('ok');
    expect(await listed('BTCUSD')).toMatchObject({ MarketStatus: 1 });
    await dealer.call('officeChangeInstrument', { id: btcusd, terms: { calendar: 'crypto' } });
  });

  it('keep the changes of staff over a restart, and take those of the release where there are none', async () => {
    const { special_days: own, version } = await read();
    const before = await read('metals');
    await save({ special_days: await withDay('2026-12-02', '') });
    await query(server, `update session_calendars set special_days = '[]', version = 7 where name = 'metals'`);
    await server.restart();
    expect(await read()).toMatchObject({ version: version + 1, origin: 'office' });
    expect((await read()).special_days).toHaveLength(own.length + 1);
    expect(await read('metals')).toEqual({ ...before, version: 8, market_time: clock.time });
  });
});

describe('session calendars while there are real accounts', () => {
  it('wait for a second person, who approves only what is still current', async () => {
    await registerUser(server);
    const { version } = await read();
    const first = await save({ special_days: await withDay(TODAY, ''), week: (await read()).week.with(0, '') });
    const second = await save({ special_days: await withDay('2026-12-03', '') });
    expect(first.data.proposal).toBeGreaterThan(0);
    expect(await read()).toMatchObject({ version });
    const { envelope } = await office.administrator.call('proposals', { state: 'waiting' });
    const shown = envelope.data.list.find(({ id }) => id === first.data.proposal);
    expect(shown).toMatchObject({ kind: 'calendar', subject_name: 'forex', author: 'deal.one' });
    expect(JSON.parse(shown?.before ?? '')).toEqual({ sunday: '17:03-24:00', special_days: [] });
    expect(JSON.parse(shown?.after ?? '')).toEqual({ sunday: '', special_days: [TODAY], reason: 'public holiday' });

    const decide = async (id: number | null) =>
      (await office.administrator.call('decideProposal', { id, approve: true })).envelope.reason;
    expect(await decide(first.data.proposal)).toBe('ok');
    expect(await listed('EURUSD')).toMatchObject({ MarketStatus: 0 });
    expect((await read()).week[0]).toBe('');
    expect(await decide(second.data.proposal)).toBe('record_changed');
    const changes = await office.administrator.call('settingChanges', { kind: 'calendar' });
    expect(changes.envelope.data.list[0]).toMatchObject({ key: 'forex', staff_name: 'deal.one, root' });

    const empty = Array(7).fill('') as string[];
    const made = { name: 'later', time_zone: 'UTC', week: empty, special_days: [], last_day: null, version: 0 };
    const added = await dealer.call('officeSaveCalendar', { ...made, reason: 'a venue of its own' });
    expect(await decide(added.envelope.data.proposal)).toBe('ok');
    expect(await read('later')).toMatchObject({ version: 1, origin: 'office', week: empty });
  });
});
