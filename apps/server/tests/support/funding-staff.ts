import type { Database } from '../../src/db/database.ts';
import { DepositQueries } from '../../src/features/funding/deposits/queries.ts';
import { DepositActions } from '../../src/features/funding/staff/deposit-actions.ts';
import { StaffDepositQueries } from '../../src/features/funding/staff/deposit-queries.ts';
import { WithdrawalActions } from '../../src/features/funding/staff/withdrawal-actions.ts';
import { WithdrawalClaims } from '../../src/features/funding/staff/withdrawal-claims.ts';
import { StaffWithdrawalQueries } from '../../src/features/funding/staff/withdrawal-queries.ts';
import { HoldQueries } from '../../src/features/funding/withdrawals/hold-queries.ts';
import { WithdrawalQueries } from '../../src/features/funding/withdrawals/queries.ts';
import { Settlement } from '../../src/features/funding/withdrawals/settlement.ts';
import { Outbox } from '../../src/messages/outbox.ts';
import { UserNotices } from '../../src/messages/user-notices.ts';
import { wallClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { SETTING_DEFAULTS, SiteSettings } from '../../src/platform/site-settings.ts';
import { OnePersonLimit } from '../../src/staff/one-person-limit.ts';
import { People } from '../../src/staff/people.ts';
import { StuckRecords } from '../../src/staff/stuck-records.ts';
import type { TradingHost } from '../../src/trading/port.ts';

const needsIdentity = (): boolean => false;

/** The decisions of staff about money, on a test's database and host, without a server around them. */
export interface FundingStaff {
  readonly deposits: DepositActions;
  readonly withdrawals: WithdrawalActions;
  readonly claims: WithdrawalClaims;
  readonly notices: UserNotices;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly stuck: StuckRecords;
}

export async function openFundingStaff(database: Database, trading: TradingHost): Promise<FundingStaff> {
  const [db, log] = [database.kysely, createLog('silent')];
  const notices = new UserNotices(
    new Outbox({ db, mail: undefined, sms: undefined, siteTitle: () => 'Fairlot', clock: wallClock, log }),
    () => Promise.resolve('https://fairlot.example/freeze'),
  );
  const stuck = new StuckRecords(db, log);
  const people = new People(db, wallClock);
  const settings = await SiteSettings.open(database.pool, SETTING_DEFAULTS);
  const limit = new OnePersonLimit(db, people, settings, wallClock);
  const deposits = new DepositActions({
    queries: new DepositQueries(db, notices),
    staffQueries: new StaffDepositQueries(db),
    settings,
    trading,
    people,
    limit,
    stuck,
  });
  const queries = new WithdrawalQueries(db, notices);
  const staffQueries = new StaffWithdrawalQueries(db);
  const claims = new WithdrawalClaims({ staffQueries, people, limit, clock: wallClock, needsIdentity });
  const withdrawals = new WithdrawalActions({
    queries,
    staffQueries,
    claims,
    needsIdentity,
    settlement: new Settlement({
      queries,
      holds: new HoldQueries(db, notices),
      trading,
      stuck,
      tellOwner: () => undefined,
    }),
    people,
    limit,
    stuck,
  });
  return { deposits, withdrawals, claims, notices, people, limit, stuck };
}
