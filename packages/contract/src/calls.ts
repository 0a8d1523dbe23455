import { accountCalls } from './account.ts';
import { alertCalls } from './alerts.ts';
import { authCalls } from './auth.ts';
import { contentCalls } from './content.ts';
import { copyingCalls } from './copying.ts';
import { emailChangeCalls } from './email-change.ts';
import { forexCalls } from './forex.ts';
import { fundingCalls } from './funding.ts';
import { identityCalls } from './identity.ts';
import { imageCalls } from './image.ts';
import { inviteCalls } from './invite.ts';
import { ledgerCalls } from './ledger.ts';
import { marketingCalls } from './marketing.ts';
import { passkeyCalls } from './passkeys.ts';
import { personalDataCalls } from './personal-data.ts';
import { pushCalls } from './push.ts';
import { rankingCalls } from './ranking.ts';
import { siteCalls } from './site.ts';
import { orderExplanationCalls } from './order-explanations.ts';
import { statementCalls } from './statement.ts';
import { statementMailCalls } from './statement-mail.ts';
import { supportCalls } from './support.ts';
import { tradeNoteCalls } from './trade-notes.ts';
import { workspaceCalls } from './workspace.ts';

/** Every HTTP call of the platform, by its name in our code. */
export const calls = {
  ...accountCalls,
  ...alertCalls,
  ...authCalls,
  ...emailChangeCalls,
  ...contentCalls,
  ...copyingCalls,
  ...forexCalls,
  ...fundingCalls,
  ...identityCalls,
  ...imageCalls,
  ...inviteCalls,
  ...ledgerCalls,
  ...marketingCalls,
  ...passkeyCalls,
  ...personalDataCalls,
  ...pushCalls,
  ...rankingCalls,
  ...siteCalls,
  ...statementCalls,
  ...orderExplanationCalls,
  ...statementMailCalls,
  ...supportCalls,
  ...tradeNoteCalls,
  ...workspaceCalls,
} as const;
export type CallName = keyof typeof calls;
