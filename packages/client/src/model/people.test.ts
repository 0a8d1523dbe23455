import { rankingEntry, user as userSchema } from '@fairlot/contract';
import { money, rate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { accountViewFrom, signedInFrom, userFrom } from './account.ts';
import { alertFrom } from './alert.ts';
import { ownRankingFrom, rankingEntryFrom } from './ranking.ts';
import { identityFrom } from './records.ts';
import { rankingRecord } from './records.testkit.ts';

const USER = userSchema.parse({
  id: 1,
  uid: 'u-1',
  email: 'ada@example.com',
  is_demo: 1,
  invite_code: 'ADA',
  balance: '100.00',
  lock_balance: '5.00',
});

describe('a user', () => {
  it('has the names and types of the pages', () => {
    expect(userFrom(USER)).toEqual({
      id: 1,
      uid: 'u-1',
      email: 'ada@example.com',
      mobile: '',
      isDemo: true,
      inviteCode: 'ADA',
      available: '100.00',
      frozen: '5.00',
    });
    expect(userFrom({ ...USER, is_demo: 0 }).isDemo).toBe(false);
  });

  it('comes with the device’s demo number if the server sends one', () => {
    expect(signedInFrom({ token: 't', user: USER, demo_id: 'd-1' })).toMatchObject({ token: 't', demoId: 'd-1' });
    expect(signedInFrom({ token: 't', user: USER })).not.toHaveProperty('demoId');
  });
});

it('an account view has the account’s figures and each position’s by number', () => {
  const view = accountViewFrom({
    ProfitsTotal: '5',
    HazardRate: null,
    CautionMoneyAll: '10',
    Balance: '100',
    Available: '99',
    LockBalance: '1',
    NetValue: '105',
    FreeMargin: '95',
    PrepaymentRatio: '1050',
    TransOrder: [{ Id: 7, UpdatePrice: '1.1', FactProfits: '5' }],
    Version: 12,
    MarginCall: { Level: 100, StopOut: 50, Deposit: '4.20', Close: [{ Id: 7, ShowCode: 'XAU/USD', Quantity: '0.3' }] },
  });
  expect(view).toMatchObject({
    current: true,
    floatingProfit: '5',
    usedMargin: '10',
    available: '99',
    frozen: '1',
    equity: '105',
  });
  expect(view).toMatchObject({ freeMargin: '95', marginLevel: '1050', riskRate: null, version: 12 });
  expect(view.marginCall).toEqual({
    level: 100,
    stopOut: 50,
    deposit: '4.20',
    closes: [{ order: 7, showCode: 'XAU/USD', lots: '0.3' }],
  });
  expect([...view.positions]).toEqual([[7, { closePrice: '1.1', profit: '5' }]]);
});

it('an identity has its status as a word', () => {
  const record = { name: 'Ada', card_id: 'X', front_pic: '', reverse_pic: '', submitted_at: null, reason: '' };
  expect([0, 1, 2].map((review_status) => identityFrom({ ...record, review_status }).status)).toEqual([
    'none',
    'waiting',
    'verified',
  ]);
});

it('an alert contains the quote that fired it as texts', () => {
  const alert = alertFrom({
    id: 1,
    forex_id: 7,
    side: 'bid',
    direction: 'rise',
    price: '1.10000',
    created_at: '2026-01-05T10:00:00.000Z',
    fired_at: null,
    quote: { Seq: 1, Time: 2, Bid: '1.10000', Ask: '1.10010' },
  });
  expect(alert).toMatchObject({ instrument: 7, firedAt: null, quote: { seq: 1, bid: '1.10000', ask: '1.10010' } });
});

describe('a ranking entry', () => {
  it('has its figures in units, null without a basis to compute them', () => {
    expect(rankingEntryFrom(rankingEntry.parse(rankingRecord()))).toEqual({
      rank: 1,
      trader: { id: 9, name: 'Ada', isDemo: true, strategy: null },
      leverage: rate('87.5'),
      threeWeekGrowth: rate('-1.25'),
      threeWeekWinRate: rate('61.8'),
      threeWeekProfit: money('-12.34'),
      totalGrowth: rate('3.1'),
      trades: 42,
      instruments: 'EUR/USD,XAU/USD',
    });
    expect(rankingEntryFrom(rankingRecord({ multiple: null, three_week_win: null }))).toMatchObject({
      leverage: null,
      threeWeekWinRate: null,
    });
  });

  it('of the user may have no figures yet', () => {
    expect(ownRankingFrom({ state: 'listed', name: 'Ada', reason: '', entry: null })).toEqual({
      state: 'listed',
      name: 'Ada',
      reason: '',
      entry: null,
    });
  });
});
