import type { Database } from '../../src/db/database.ts';
import { MethodQueries } from '../../src/features/funding/methods/queries.ts';
import type { OwnerCheck } from '../../src/features/funding/ports.ts';
import { TermsQueries } from '../../src/features/funding/terms/queries.ts';
import { HoldQueries } from '../../src/features/funding/withdrawals/hold-queries.ts';
import { WithdrawalQueries } from '../../src/features/funding/withdrawals/queries.ts';
import { WithdrawalService } from '../../src/features/funding/withdrawals/service.ts';
import { Settlement } from '../../src/features/funding/withdrawals/settlement.ts';
import { Waiting } from '../../src/features/funding/withdrawals/waiting.ts';
import type { UserContext } from '../../src/http/calls.ts';
import type { UserNotices } from '../../src/messages/user-notices.ts';
import { wallClock } from '../../src/platform/clock.ts';
import { SETTING_DEFAULTS, SiteSettings } from '../../src/platform/site-settings.ts';
import type { StuckRecords } from '../../src/staff/stuck-records.ts';
import { startTradingHost } from '../../src/trading/host.ts';
import { silentLog } from './database.ts';

interface BusyDeps {
  readonly database: Database;
  readonly notices: UserNotices;
  readonly stuck: StuckRecords;
  readonly now: () => number;
}

/** A call of the user with an idempotency key. */
const contextOf = (account: number, key: string): UserContext => ({
  session: { id: 1, account, kind: 'real', expiresAt: Number.POSITIVE_INFINITY },
  language: 'en',
  key,
  actor: {},
  isKeyed: true,
  isLocal: true,
  address: '127.0.0.1',
  agent: 'test',
  token: undefined,
  cookie: undefined,
});

/**
 * Requests a withdrawal of `number` dollars while the engine takes no commands, so that it is accepted and its freeze is
 * decided later.
 */
export async function askBusy(
  { database, notices, stuck, now }: BusyDeps,
  { user, method, number }: { readonly user: number; readonly method: number; readonly number: string },
) {
  const busy = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now,
    log: silentLog,
    holder: 'busy',
    shard: 1,
    limit: 0,
    onFatal: (error) => {
      throw error;
    },
  });
  const queries = new WithdrawalQueries(database.kysely, notices);
  const settings = await SiteSettings.open(database.pool, { ...SETTING_DEFAULTS, withdrawal_wait_hours: 0 });
  const owner: OwnerCheck = {
    confirm: () => Promise.resolve(undefined),
    inTurn: (_user, work) => work(),
    unchangedSince: () => Promise.resolve(0),
  };
  const service = new WithdrawalService({
    queries,
    methods: new MethodQueries(database.kysely, notices),
    terms: new TermsQueries(database.kysely),
    settings,
    settlement: new Settlement({
      queries,
      holds: new HoldQueries(database.kysely, notices),
      trading: busy,
      stuck,
      tellOwner: () => undefined,
    }),
    checks: { isVerified: () => Promise.resolve(true) },
    owner,
    waiting: new Waiting(settings, owner, wallClock),
  });
  const input = {
    draw_currency_id: 1,
    draw_method_id: method,
    number,
    memo: '',
    fee: '',
    real_number: '',
    password: '',
    totp: '',
  };
  const answer = await service.ask(contextOf(user, 'busy'), input);
  await busy.stop();
  if (!answer.ok) throw new Error(answer.reason);
  return { queries, service, id: Number(answer.data.id), repeat: () => service.ask(contextOf(user, 'busy'), input) };
}
