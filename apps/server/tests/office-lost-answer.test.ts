import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { loginUrl } from '../../../tools/src/testing/postgres.ts';
import { findings, groupOf, ruleOf } from './support/groups.ts';
import { type AnswerProxy, startAnswerProxy } from './support/lost-answers.ts';
import { CADCHF } from './support/new-instrument.ts';
import { type Colleague, openTestOffice } from './support/office.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const POLLING = { timeout: 90_000, interval: 50 };
const clock = { time: Date.now() };
let server: RestartableServer;
let proxy: AnswerProxy;
let root: Colleague;
let eurusd: number;
let gbpusd: number;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  const office = await openTestOffice(server, clock);
  proxy = await startAnswerProxy({ connectionString: loginUrl(server.databaseUrl, inject('databaseLogin')) });
  const { user, password, port, database } = proxy.connection;
  await server.restart({ DATABASE_URL: `postgres://${user}:${String(password)}@127.0.0.1:${port}/${database}` });
  root = await office.again(office.administrator);
  [eurusd, gbpusd] = [await server.instrument('EURUSD'), await server.instrument('GBPUSD')];
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
});
/** Answers are kept for as long as the clock stands still. */
beforeEach(() => {
  clock.time += 1000;
});

type Input = Readonly<Record<string, unknown>>;
/** A call whose change is committed without an answer, by the statement that its transaction sends. */
async function lose(statement: string, name: Parameters<Colleague['call']>[0], input: Input): Promise<void> {
  const isLost = proxy.loseAnswerTo(statement);
  const { envelope } = await root.call(name, input);
  expect(envelope.reason).toBe('internal');
  await isLost;
}
const made = async (name: Parameters<Colleague['call']>[0], input: Input) => {
  const { envelope } = await root.call(name, input);
  expect(envelope.reason).toBe('ok');
  return envelope.data as Readonly<Record<string, unknown>>;
};
/** The terms of a table of shards by their number: those of the instrument or group in each. */
const inShards = async (table: 'account_groups' | 'instrument_terms', id: number) =>
  (await query<{ terms: string }>(server, `select terms from ${table} where id = $1 order by shard`, [id])).map(
    ({ terms }) => JSON.parse(terms) as Readonly<Record<string, unknown>>,
  );
const termsOf = async (code: string) => (await root.call('officeInstruments', { q: code })).envelope.data.list[0];
const site = async () => (await root.call('siteSettings')).envelope.data;
const stops = async () =>
  (await query<{ rules: string }>(server, 'select rules from trading_rules order by shard')).map(
    ({ rules }) => (JSON.parse(rules) as { stopOutPercent: number }).stopOutPercent,
  );
const club = (leverage: number) => groupOf('Club', [ruleOf('instrument', eurusd, { max_leverage: leverage })]);
const calendar = async () => (await root.call('officeCalendar', { name: 'forex' })).envelope.data;

it('settings are those that are stored, and so are the rules of every shard', async () => {
  const { version } = await site();
  await lose('insert into site_setting_changes', 'changeSiteSettings', { version, values: { stop_out_ratio: 40 } });
  expect(await site()).toMatchObject({ version: version + 1, values: { stop_out_ratio: 40 } });
  await expect.poll(stops, POLLING).toEqual([40, 40]);
  await made('changeSiteSettings', { version: version + 1, values: { stop_out_ratio: 45 } });
  await expect.poll(stops, POLLING).toEqual([45, 45]);
});

it('groups are those that are stored, in every shard', async () => {
  const listed = async (name: string) =>
    (await root.call('officeGroups')).envelope.data.list.find((each) => each.name === name);
  await lose('insert into "client_groups"', 'officeAddGroup', club(50));
  const group = await listed('Club');
  expect(group).toMatchObject({ version: 1 });
  const id = group?.id ?? 0;
  const leverages = async () =>
    (await inShards('account_groups', id)).map(
      ({ terms }) => (terms as readonly { maxLeverage?: number }[])[0]?.maxLeverage,
    );
  expect(await leverages()).toEqual([50, 50]);
  await lose('update "client_groups"', 'officeChangeGroup', { id, version: 1, ...club(25) });
  expect((await root.call('officeGroup', { id })).envelope.data).toMatchObject({ version: 2 });
  expect(await leverages()).toEqual([25, 25]);
  expect((await root.call('officeChangeGroup', { id, version: 1, ...club(10) })).envelope.reason).toBe(
    'record_changed',
  );
  await made('officeChangeGroup', { id, version: 2, ...club(10) });
  expect(await leverages()).toEqual([10, 10]);
  await lose('update "client_groups"', 'officeRemoveGroup', { id, version: 3, reason: 'not needed' });
  expect(await listed('Club')).toBeUndefined();
  expect(await leverages()).toEqual([]);
});

it('terms of an instrument are those that are stored, in every shard', async () => {
  const change = { id: eurusd, terms: { fee_rate: '9' } };
  await lose('update instruments set', 'officeChangeInstrument', change);
  expect(await termsOf('EURUSD')).toMatchObject({ fee_rate: '9' });
  const fees = async () => (await inShards('instrument_terms', eurusd)).map(({ feeRate }) => feeRate);
  expect(await fees()).toEqual(['900000000', '900000000']);
  await made('officeChangeInstrument', { id: eurusd, terms: { fee_rate: '8' }, seen: { fee_rate: '9' } });
  expect(await fees()).toEqual(['800000000', '800000000']);
});

it('symbols, calendars and categories are those that are stored', async () => {
  const symbol = { id: gbpusd, source: 'oanda', symbol: 'ODD', seen: 'GBP_USD' };
  await lose('insert into instrument_symbols', 'officeSetSymbol', symbol);
  await made('officeSetSymbol', { ...symbol, symbol: 'GBP_USD', seen: 'ODD' });

  const { time_zone, week, special_days, last_day, version } = await calendar();
  const date = new Date(clock.time + 30 * DAY_MS).toISOString().slice(0, 10);
  const kept = special_days.filter((day) => day.date !== date);
  const days = [...kept, { date, hours: '' }].sort((one, other) => (one.date < other.date ? -1 : 1));
  const whole = { name: 'forex', time_zone, week, last_day, reason: 'a holiday' };
  await lose('insert into "session_calendars"', 'officeSaveCalendar', { ...whole, special_days: days, version });
  expect(await calendar()).toMatchObject({ version: version + 1, special_days: days });
  await made('officeSaveCalendar', { ...whole, special_days: kept, version: version + 1 });

  const before = (await server.call('categories')).envelope.data.length;
  await lose('insert into categories', 'officeAddCategory', { slug: 'minors' });
  clock.time += 1000;
  expect((await server.call('categories')).envelope.data).toHaveLength(before + 1);
});

it('instruments are those that are listed, in every shard and in the market', async () => {
  const added = { ...CADCHF, category_id: (await termsOf('USDCHF'))?.category_id };
  await lose('insert into instruments', 'officeAddInstrument', added);
  const id = await server.instrument('CADCHF');
  expect(await inShards('instrument_terms', id)).toHaveLength(2);
  await made('officeSetDealing', { id, mode: 'closeOnly', reason: 'to be delisted' });
  await lose('set delisted_at', 'officeDelistInstrument', { id, reason: 'no demand' });
  clock.time += 1000;
  await expect(server.instrument('CADCHF')).rejects.toThrow('no instrument');
  expect(await inShards('instrument_terms', id)).toEqual([]);
});

it('limits of the exposure and texts of mails are those that are stored', async () => {
  const limit = { scope: 'instrument', name: 'EURUSD', limit_usd: '1000', version: 0 };
  await lose('insert into "exposure_limits"', 'officeSetExposureLimit', limit);
  expect((await root.call('officeSetExposureLimit', limit)).envelope.reason).toBe('record_changed');
  await made('officeSetExposureLimit', { ...limit, limit_usd: '2000', version: 1 });

  const kind = { kind: 'code_reset', language: 'de' };
  const text = async () => (await root.call('mailText', kind)).envelope.data;
  const { text: words, version } = await text();
  const change = { ...kind, subject_line: 'Harbour', text: words, version };
  await lose('insert into "mail_texts"', 'changeMailText', change);
  await expect.poll(text, POLLING).toMatchObject({ subject_line: 'Harbour', version: version + 1 });
  await made('resetMailText', { ...kind, version: version + 1 });
});

it('leaves accounts that the auditor finds nothing in', async () => {
  expect(await findings(server)).toEqual([]);
});
