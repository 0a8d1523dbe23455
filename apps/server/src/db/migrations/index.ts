import type { Migration } from 'kysely';
import * as trading from './001-trading.ts';
import * as market from './002-market.ts';
import * as accounts from './003-accounts.ts';
import * as auth from './004-auth.ts';
import * as identity from './005-identity.ts';
import * as funding from './006-funding.ts';
import * as content from './007-content.ts';
import * as ranking from './008-ranking.ts';
import * as office from './009-office.ts';
import * as workspace from './010-workspace.ts';
import * as stopOuts from './011-stop-outs.ts';
import * as alerts from './013-alerts.ts';
import * as transferDays from './014-transfer-days.ts';
import * as sealed from './015-sealed.ts';
import * as recoveryCodes from './016-recovery-codes.ts';
import * as methodRemark from './017-method-remark.ts';
import * as registrationMode from './018-registration-mode.ts';
import * as idempotency from './019-idempotency.ts';
import * as marginWarnings from './020-margin-warnings.ts';
import * as rulesVersion from './021-rules-version.ts';
import * as shards from './022-shards.ts';
import * as retiredDemos from './023-retired-demos.ts';
import * as keyMarks from './024-key-marks.ts';
import * as checkpoints from './025-checkpoints.ts';
import * as spikeLimits from './026-spike-limits.ts';
import * as staffProposals from './027-staff-proposals.ts';
import * as instrumentTerms from './028-instrument-terms.ts';
import * as boundedReads from './029-bounded-reads.ts';
import * as owedSwaps from './030-owed-swaps.ts';
import * as wideNumbers from './031-wide-numbers.ts';
import * as keptSwaps from './032-kept-swaps.ts';
import * as retiredAccounts from './033-retired-accounts.ts';
import * as twoPeople from './034-two-people.ts';
import * as safeWithdrawals from './035-safe-withdrawals.ts';
import * as codesAndReceipts from './036-codes-and-receipts.ts';
import * as bursts from './037-bursts.ts';
import * as depositReceipts from './038-deposit-receipts.ts';
import * as payouts from './039-payouts.ts';
import * as peopleData from './041-people-data.ts';
import * as signInSafety from './042-sign-in-safety.ts';
import * as staffSafety from './043-staff-safety.ts';
import * as transfers from './044-transfers.ts';
import * as dealingDesk from './046-dealing-desk.ts';
import * as tradeLists from './048-trade-lists.ts';
import * as reports from './049-reports.ts';
import * as clientRecords from './050-client-records.ts';
import * as rewards from './051-rewards.ts';
import * as fillCorrections from './052-fill-corrections.ts';
import * as mail from './053-mail.ts';
import * as bulkMessages from './054-bulk-messages.ts';
import * as liveSources from './055-live-sources.ts';
import * as accountGroups from './056-account-groups.ts';
import * as instrumentsAtRunTime from './058-instruments-at-run-time.ts';
import * as historyGaps from './062-history-gaps.ts';
import * as exposureLimits from './063-exposure-limits.ts';
import * as clientGroups from './064-client-groups.ts';
import * as termsOfOrders from './065-terms-of-orders.ts';
import * as sessionCalendars from './066-session-calendars.ts';
import * as catalogueFiles from './067-catalogue-files.ts';
import * as partialCloses from './068-partial-closes.ts';
import * as trailingStops from './069-trailing-stops.ts';
import * as orderConditions from './070-order-conditions.ts';
import * as withdrawalHolds from './071-withdrawal-holds.ts';
import * as passkeys from './075-passkeys.ts';
import * as tradeNotes from './078-trade-notes.ts';
import * as copying from './077-copying.ts';
import * as stopOutMails from './079-stop-out-mails.ts';
import * as guaranteedStops from './080-guaranteed-stops.ts';
import * as partialLevels from './081-partial-levels.ts';
import * as receiversOfCopyFees from './082-receivers-of-copy-fees.ts';
import * as leanCopyResults from './083-lean-copy-results.ts';
import * as writeBehind from './084-write-behind.ts';
import * as partitions from './086-partitions.ts';
import * as processes from './087-processes.ts';
import * as roleLeases from './088-role-leases.ts';
import * as shardDirectory from './091-shard-directory.ts';
import * as leaseExpiries from './092-lease-expiries.ts';
import * as archivedJournal from './093-archived-journal.ts';
import * as sessionsOfHolders from './094-sessions-of-holders.ts';
import * as acceptedWithdrawals from './095-accepted-withdrawals.ts';
import * as premiumsOfDays from './096-premiums-of-days.ts';

/** All migrations by name, applied in the order of their names. Never change the schema of a released one. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-trading': trading,
  '002-market': market,
  '003-accounts': accounts,
  '004-auth': auth,
  '005-identity': identity,
  '006-funding': funding,
  '007-content': content,
  '008-ranking': ranking,
  '009-office': office,
  '010-workspace': workspace,
  '011-stop-outs': stopOuts,
  '013-alerts': alerts,
  '014-transfer-days': transferDays,
  '015-sealed': sealed,
  '016-recovery-codes': recoveryCodes,
  '017-method-remark': methodRemark,
  '018-registration-mode': registrationMode,
  '019-idempotency': idempotency,
  '020-margin-warnings': marginWarnings,
  '021-rules-version': rulesVersion,
  '022-shards': shards,
  '023-retired-demos': retiredDemos,
  '024-key-marks': keyMarks,
  '025-checkpoints': checkpoints,
  '026-spike-limits': spikeLimits,
  '027-staff-proposals': staffProposals,
  '028-instrument-terms': instrumentTerms,
  '029-bounded-reads': boundedReads,
  '030-owed-swaps': owedSwaps,
  '031-wide-numbers': wideNumbers,
  '032-kept-swaps': keptSwaps,
  '033-retired-accounts': retiredAccounts,
  '034-two-people': twoPeople,
  '035-safe-withdrawals': safeWithdrawals,
  '036-codes-and-receipts': codesAndReceipts,
  '037-bursts': bursts,
  '038-deposit-receipts': depositReceipts,
  '039-payouts': payouts,
  '041-people-data': peopleData,
  '042-sign-in-safety': signInSafety,
  '043-staff-safety': staffSafety,
  '044-transfers': transfers,
  '046-dealing-desk': dealingDesk,
  '048-trade-lists': tradeLists,
  '049-reports': reports,
  '050-client-records': clientRecords,
  '051-rewards': rewards,
  '052-fill-corrections': fillCorrections,
  '053-mail': mail,
  '054-bulk-messages': bulkMessages,
  '055-live-sources': liveSources,
  '056-account-groups': accountGroups,
  '058-instruments-at-run-time': instrumentsAtRunTime,
  '062-history-gaps': historyGaps,
  '063-exposure-limits': exposureLimits,
  '064-client-groups': clientGroups,
  '065-terms-of-orders': termsOfOrders,
  '066-session-calendars': sessionCalendars,
  '067-catalogue-files': catalogueFiles,
  '068-partial-closes': partialCloses,
  '069-trailing-stops': trailingStops,
  '070-order-conditions': orderConditions,
  '071-withdrawal-holds': withdrawalHolds,
  '075-passkeys': passkeys,
  '077-copying': copying,
  '078-trade-notes': tradeNotes,
  '079-stop-out-mails': stopOutMails,
  '080-guaranteed-stops': guaranteedStops,
  '081-partial-levels': partialLevels,
  '082-receivers-of-copy-fees': receiversOfCopyFees,
  '083-lean-copy-results': leanCopyResults,
  '084-write-behind': writeBehind,
  '086-partitions': partitions,
  '087-processes': processes,
  '088-role-leases': roleLeases,
  '091-shard-directory': shardDirectory,
  '092-lease-expiries': leaseExpiries,
  '093-archived-journal': archivedJournal,
  '094-sessions-of-holders': sessionsOfHolders,
  '095-accepted-withdrawals': acceptedWithdrawals,
  '096-premiums-of-days': premiumsOfDays,
};
