import type { AccountsTables } from './accounts.ts';
import type { AlertsTables } from './alerts.ts';
import type { BulkMessageTables } from './bulk-messages.ts';
import type { CalendarTables } from './calendars.ts';
import type { ClientRecordTables } from './client-records.ts';
import type { ContentTables } from './content.ts';
import type { CopyingTables } from './copying.ts';
import type { ExposureTables } from './exposure.ts';
import type { FundingTables } from './funding.ts';
import type { GroupTables } from './groups.ts';
import type { IdempotencyTables } from './idempotency.ts';
import type { IdentityTables } from './identity.ts';
import type { MailTables } from './mail.ts';
import type { OfficeTables } from './office.ts';
import type { PersonalTables } from './personal.ts';
import type { RankingTables } from './ranking.ts';
import type { ReportTables } from './reports.ts';
import type { RewardTables } from './rewards.ts';
import type { TradeNoteTables } from './trade-notes.ts';
import type { TradingTables } from './trading.ts';
import type { WorkspaceTables } from './workspace.ts';

/** All tables of the database after the migrations. */
export type Tables = TradingTables &
  AccountsTables &
  AlertsTables &
  BulkMessageTables &
  CalendarTables &
  ClientRecordTables &
  ContentTables &
  CopyingTables &
  ExposureTables &
  FundingTables &
  GroupTables &
  IdempotencyTables &
  IdentityTables &
  MailTables &
  OfficeTables &
  PersonalTables &
  RankingTables &
  ReportTables &
  RewardTables &
  TradeNoteTables &
  WorkspaceTables;
