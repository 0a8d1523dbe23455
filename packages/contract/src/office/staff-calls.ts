import { auditCalls } from './audit.ts';
import { bulkMessageCalls } from './bulk-messages.ts';
import { calendarCalls } from './calendars.ts';
import { clientRecordCalls } from './client-records.ts';
import { contentStaffCalls } from './content.ts';
import { copyingStaffCalls } from './copying.ts';
import { dashboardCalls } from './dashboards.ts';
import { deskCalls } from './desk.ts';
import { emailChangeStaffCalls } from './email-changes.ts';
import { exposureCalls } from './exposure.ts';
import { factorResetStaffCalls } from './factor-resets.ts';
import { fundingStaffCalls } from './funding.ts';
import { groupCalls } from './groups.ts';
import { identityStaffCalls } from './identity.ts';
import { staffImageCalls } from './images.ts';
import { catalogueFileCalls } from './catalogue-files.ts';
import { catalogueCalls } from './catalogue.ts';
import { officeInstrumentCalls } from './instruments.ts';
import { limitCalls } from './limits.ts';
import { mailTextCalls } from './mail-texts.ts';
import { marketClockCalls } from './market-clock.ts';
import { outboxCalls } from './outbox.ts';
import { priceSourceCalls } from './price-sources.ts';
import { processCalls } from './processes.ts';
import { proposalCalls } from './proposals.ts';
import { rankingStaffCalls } from './ranking.ts';
import { reportCalls } from './reports.ts';
import { returnCalls } from './returns.ts';
import { rewardStaffCalls } from './rewards.ts';
import { settingsCalls } from './setting-calls.ts';
import { staffAccountCalls } from './staff.ts';
import { supportStaffCalls } from './support.ts';
import { tradeStaffCalls } from './trades.ts';
import { officeUserCalls } from './users.ts';

/** Every call of the back office, by its name in our code. */
export const staffCalls = {
  ...staffAccountCalls,
  ...auditCalls,
  ...settingsCalls,
  ...proposalCalls,
  ...fundingStaffCalls,
  ...returnCalls,
  ...limitCalls,
  ...officeUserCalls,
  ...clientRecordCalls,
  ...bulkMessageCalls,
  ...tradeStaffCalls,
  ...rewardStaffCalls,
  ...officeInstrumentCalls,
  ...priceSourceCalls,
  ...catalogueCalls,
  ...groupCalls,
  ...catalogueFileCalls,
  ...calendarCalls,
  ...deskCalls,
  ...dashboardCalls,
  ...processCalls,
  ...exposureCalls,
  ...marketClockCalls,
  ...rankingStaffCalls,
  ...copyingStaffCalls,
  ...identityStaffCalls,
  ...factorResetStaffCalls,
  ...emailChangeStaffCalls,
  ...staffImageCalls,
  ...contentStaffCalls,
  ...supportStaffCalls,
  ...outboxCalls,
  ...mailTextCalls,
  ...reportCalls,
} as const;
export type StaffCallName = keyof typeof staffCalls;
