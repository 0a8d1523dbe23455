import { lots, money } from '@fairlot/domain';
import { LANGUAGES } from '@fairlot/i18n';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { Outbox } from '../src/messages/outbox.ts';
import { type MarginCall, helpText } from '../src/features/margin/help.ts';
import { type UserNotice, UserNotices } from '../src/messages/user-notices.ts';
import { wallClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestDatabase } from './support/database.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let notices: UserNotices;

beforeAll(async () => {
  database = await testDatabase.open();
  notices = new UserNotices(
    new Outbox({
      db: database.kysely,
      mail: undefined,
      sms: undefined,
      siteTitle: () => 'Harbour',
      clock: wallClock,
      log: createLog('silent'),
    }),
    () => Promise.resolve('https://harbour.example/#/freeze?token=x'),
  );
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function newUser(
  reach: 'email' | 'mobile',
  language: string,
): Promise<{ readonly id: number; readonly to: string }> {
  const {
    rows: [row],
  } = await database.pool.query<{ id: string; to: string }>(
    `insert into users (kind, ${reach}, password_hash, invite_code, language) values ('real', gen_random_uuid()::text, 'x', gen_random_uuid()::text, $1) returning id, ${reach} as to`,
    [language],
  );
  if (row === undefined) throw new Error('no user was created');
  return { id: Number(row.id), to: row.to };
}

const outboxOf = async (to: string) =>
  (
    await database.pool.query<{ channel: string; subject: string; body: string; language: string }>(
      'select channel, subject, body, language from outbox where recipient = $1 order by id',
      [to],
    )
  ).rows;

const CALL: MarginCall = {
  warning: 100,
  stopOut: 50,
  deposit: money('420'),
  closes: [
    { order: 1, displayCode: 'XAU/USD', lots: lots('0.3') },
    { order: 2, displayCode: 'EUR/USD', lots: lots('1') },
  ],
};

/** Every decision about a user, with the parameters of its text. */
const DECISIONS: readonly Omit<UserNotice, 'user'>[] = [
  { template: 'identity_approved' },
  { template: 'identity_rejected', reason: 'The back is blurred.' },
  { template: 'deposit_credited', amount: 1_234_567_890_000n },
  { template: 'deposit_corrected', amount: 1_234_567_890_000n, reported: 50_000_000n, reason: 'More arrived.' },
  { template: 'deposit_rejected', amount: 100_000_000n, reason: 'No such transfer.' },
  { template: 'margin_warning', params: { level: '50' }, paramsIn: (language) => ({ help: helpText(CALL, language) }) },
  { template: 'group_change', at: new Date('2026-03-01T22:00:00Z'), params: { what: 'EUR/USD: 1:50' } },
  { template: 'group_change_off', at: new Date('2026-03-01T22:00:00Z') },
  { template: 'copy_left', params: { trader: 'Quiet Pier' } },
  { template: 'copy_loss', params: { trader: 'Quiet Pier' }, amount: 1_234_567_890_000n },
  { template: 'copy_staff', params: { trader: 'Quiet Pier' }, reason: 'Complaint 12' },
  { template: 'method_bound', params: { method: '0x5aAe…1BeAed' } },
  { template: 'withdrawal_requested', amount: 50_500_000n },
  { template: 'account_frozen' },
  { template: 'withdrawal_paid', amount: 50_500_000n },
  { template: 'withdrawal_rejected', amount: 50_000_000n, reason: 'Not your own account.' },
];

it('notifies users of every decision in their language, with all placeholders filled', async () => {
  const seen = new Map<string, Set<string>>();
  for (const { code } of LANGUAGES) {
    const { id, to } = await newUser('email', code);
    for (const decision of DECISIONS)
      await database.kysely.transaction().execute((transaction) => notices.put(transaction, { ...decision, user: id }));
    const mails = await outboxOf(to);
    expect(mails.map(({ channel, language }) => [channel, language])).toEqual(DECISIONS.map(() => ['mail', code]));
    for (const [index, { subject, body }] of mails.entries()) {
      const { template, amount, reported, reason } = DECISIONS[index] ?? { template: 'identity_approved' };
      expect(subject + body).not.toMatch(/\{\{|undefined|NaN/);
      expect(body).toContain('Harbour');
      if (reason !== undefined) expect(body).toContain(reason);
      if (reported !== undefined) expect(body).toContain('50.00 USD');
      if (amount === 1_234_567_890_000n)
        for (const text of template === 'copy_loss' ? [body] : [subject, body])
          expect(text).toContain('1,234,567.89 USD');
      seen.set(template, (seen.get(template) ?? new Set()).add(body));
    }
  }
  // The texts of all languages differ.
  for (const bodies of seen.values()) expect(bodies.size).toBe(LANGUAGES.length);
});

it('sends a short SMS to users without an email address', async () => {
  const { id, to } = await newUser('mobile', 'de');
  await database.kysely
    .transaction()
    .execute((transaction) => notices.put(transaction, { user: id, template: 'withdrawal_paid', amount: 50_500_000n }));
  expect(await outboxOf(to)).toMatchObject([{ channel: 'sms', body: 'Harbour: Auszahlung ausgezahlt: 50.50 USD' }]);
});

it('sends nothing when the decision is rolled back', async () => {
  const { id, to } = await newUser('email', 'en');
  await expect(
    database.kysely.transaction().execute(async (transaction) => {
      await notices.put(transaction, { user: id, template: 'identity_approved' });
      throw new Error('simulated failure');
    }),
  ).rejects.toThrow('simulated failure');
  expect(await outboxOf(to)).toEqual([]);
});
