import type { AccountsTables } from './accounts.ts';
import type { AlertsTables } from './alerts.ts';
import type { ContentTables } from './content.ts';
import type { FundingTables } from './funding.ts';
import type { IdentityTables } from './identity.ts';
import type { OfficeTables } from './office.ts';
import type { RankingTables } from './ranking.ts';
import type { TradingTables } from './trading.ts';
import type { WorkspaceTables } from './workspace.ts';

/** Every table of the database, as the migrations leave it. */
export type Tables = TradingTables &
  AccountsTables &
  AlertsTables &
  ContentTables &
  FundingTables &
  IdentityTables &
  OfficeTables &
  RankingTables &
  WorkspaceTables;
