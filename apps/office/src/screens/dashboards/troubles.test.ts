import type { StaffOutput } from '@fairlot/client';
import { expect, it } from 'vitest';
import type { Text } from '../../shared/language/text.ts';
import { endingLater, troublesOf } from './troubles.ts';

/** Shows the key of a text and its values. */
const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`) as unknown as Text;

const WELL: StaffOutput<'officeHealth'> = {
  source: 'simulated',
  tradingReady: true,
  instruments: 3,
  stale: [],
  withoutQuote: [],
  endingCalendars: [],
  inDoubt: [],
  sourceless: [],
  sources: [],
  newsSources: [],
  past: null,
  clockOffMs: null,
  unnamedProxy: null,
  databaseRolesParted: true,
  backups: null,
  quotesTaken: 1,
  quotesRejected: {},
  quoteLagMs: 0,
  barsWaiting: 0,
  outbox: { waiting: 9, held: 0, failed: 0 },
  exposureAlarms: [],
  stuck: { total: 0, list: [] },
  sockets: 0,
  signedInSockets: 0,
  uptimeS: 1,
  memoryMb: 1,
};
const namesOf = (change: Partial<typeof WELL>) => troublesOf(t, { ...WELL, ...change }).map(({ name }) => name);
const calendar = (daysLeft: number) => ({ calendar: `c${daysLeft}`, lastDay: '2030-12-31', daysLeft });

it('a well server has no troubles, also where the operator makes the backups', () => {
  expect(namesOf({})).toEqual([]);
  expect(namesOf({ backups: { newestAt: '2026-11-20T06:00:00.000Z', overdue: false, failed: [] } })).toEqual([]);
});

it('missing and old backups, held mail and an unnamed proxy are troubles', () => {
  expect(namesOf({ backups: { newestAt: null, overdue: true, failed: [] } })).toEqual(['backupMissing']);
  const newestAt = '2026-11-20T06:00:00.000Z';
  expect(namesOf({ backups: { newestAt, overdue: true, failed: [] } })).toEqual(['backupOld']);
  const failed = { newestAt, overdue: false, failed: ['check', 'log'] as ('check' | 'log')[] };
  expect(troublesOf(t, { ...WELL, backups: failed })).toMatchObject([
    { name: 'backupFailed', text: expect.stringMatching(/backupWork\.check.*backupWork\.log/) },
  ]);
  expect(namesOf({ outbox: { waiting: 0, held: 2, failed: 0 } })).toEqual(['held']);
  expect(namesOf({ unnamedProxy: '10.0.0.1' })).toEqual(['proxy']);
});

it('a source that is not live, and instruments without one, are troubles', () => {
  const source: (typeof WELL)['sources'][number] = {
    name: 'kraken',
    phase: 'live',
    reason: 'connected',
    detail: '',
    since: '2026-11-20T06:00:00.000Z',
    quotesPerSecond: 1,
    malformed: 0,
    refused: 0,
    unknownSymbols: [],
    instruments: 8,
    contradicted: [],
  };
  expect(namesOf({ sources: [source] })).toEqual([]);
  expect(namesOf({ sources: [source, { ...source, name: 'oanda', phase: 'refused' }] })).toEqual(['sourceDown']);
  expect(namesOf({ sourceless: ['BTCUSD'] })).toEqual(['sourceless']);
});

it('a calendar is a notice until 60 days before its end, and a trouble from then on', () => {
  expect(namesOf({ endingCalendars: [calendar(60)] })).toEqual([]);
  expect(endingLater({ ...WELL, endingCalendars: [calendar(60), calendar(59)] })).toContain('c60');
  expect(endingLater({ ...WELL, endingCalendars: [calendar(60), calendar(59)] })).not.toContain('c59');
  expect(namesOf({ endingCalendars: [calendar(59), calendar(-1)] })).toEqual(['calendarEnded', 'calendarEndsSoon']);
});
