import { HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { LONGEST_PAST_MS, type TestServer, startTestServer } from './support/server.ts';

// A Tuesday of 2029 on which Tokyo and Hong Kong trade: their proclaimed holidays end after 2030.
const clock = { time: Date.parse('2029-11-20T02:00:00Z') };
let server: TestServer;
let office: TestOffice;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'real' }, () => clock.time, undefined, undefined, LONGEST_PAST_MS);
  office = await openTestOffice(server, clock);
});
afterAll(() => server.stop());

const daysLeft = async (): Promise<string | undefined> =>
  /^fairlot_calendar_days_left\{calendar="indices-jp"\} (.*)$/m.exec((await server.raw('/metrics')).text)?.[1];

it('calendars that end within two years are shown to staff and in the metrics', async () => {
  expect((await office.administrator.call('officeHealth')).envelope.data.ending_calendars).toEqual([
    { calendar: 'indices-hk', last_day: '2030-12-31', days_left: 406 },
    { calendar: 'indices-jp', last_day: '2030-12-31', days_left: 407 },
  ]);
  expect(await daysLeft()).toBe('407');
  clock.time += HOUR_MS * 24;
  expect(await daysLeft()).toBe('406');
});
