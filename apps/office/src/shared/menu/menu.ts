import type { StaffCallName, StaffRole } from '@fairlot/contract';
import type { OfficeCatalogue } from '@fairlot/i18n';
import { mayCall } from '../session/rights.ts';

export type MenuText = keyof OfficeCatalogue['office']['menu'];

/** An entry of the navigation, shown to users whose roles may make its call. */
export interface MenuEntry {
  readonly path: string;
  readonly text: MenuText;
  readonly call: StaffCallName;
  /** Name of the server's queue whose length is shown next to the entry. */
  readonly queue?: string;
}
export interface MenuGroup {
  readonly text: MenuText;
  readonly entries: readonly MenuEntry[];
}

/** Creates an entry whose path is its name. */
const entry = (text: MenuText, call: StaffCallName, queue?: string): MenuEntry => ({
  path: `/${text}`,
  text,
  call,
  ...(queue === undefined ? {} : { queue }),
});

export const MENU: readonly MenuGroup[] = [
  {
    text: 'work',
    entries: [
      { path: '/', text: 'overview', call: 'officeQueues' },
      entry('tasks', 'officeTasks', 'tasks'),
      entry('identity', 'identityQueue', 'identity'),
      { path: '/authenticators', text: 'factorResets', call: 'factorResets', queue: 'factor_resets' },
      { path: '/emails', text: 'emailChanges', call: 'emailChanges', queue: 'email_changes' },
      entry('deposits', 'staffDeposits', 'deposits'),
      entry('withdrawals', 'staffWithdrawals', 'withdrawals'),
      entry('adjustments', 'officeAdjustments', 'adjustments'),
      entry('rewards', 'officeRewards', 'rewards'),
      entry('proposals', 'proposals', 'proposals'),
      entry('support', 'staffConversations', 'support'),
      entry('bulkMessages', 'officeBulkMessages', 'bulk_messages'),
      entry('feedback', 'staffFeedback', 'complaints'),
    ],
  },
  {
    text: 'people',
    entries: [
      entry('users', 'officeUsers'),
      entry('ranking', 'rankingNames'),
      entry('copies', 'officeCopies'),
      entry('staff', 'staffMembers'),
    ],
  },
  {
    text: 'house',
    entries: [
      entry('desk', 'deskDeeds'),
      entry('positions', 'officePositions'),
      entry('orders', 'officeOrders'),
      entry('exposure', 'officeExposure', 'exposure_alarms'),
      entry('result', 'officeHouseResult'),
      entry('reports', 'officeReport'),
      entry('health', 'officeHealth', 'stuck'),
      entry('processes', 'officeProcesses'),
    ],
  },
  {
    text: 'terms',
    entries: [
      entry('instruments', 'officeInstruments'),
      entry('groups', 'officeGroups'),
      entry('calendars', 'officeCalendars'),
      entry('catalogue', 'officeExportCatalogue'),
      entry('funding', 'staffNetworks'),
      entry('settings', 'siteSettings'),
    ],
  },
  {
    text: 'content',
    entries: [
      entry('news', 'staffNewsList'),
      entry('announcement', 'staffAnnouncement'),
      entry('companies', 'staffCompanies'),
      { path: '/mails', text: 'mailTexts', call: 'mailTexts' },
    ],
  },
  {
    text: 'records',
    entries: [entry('outbox', 'officeOutbox'), entry('audit', 'auditList'), entry('changes', 'settingChanges')],
  },
];

/** The navigation for the given roles; groups without entries are left out. */
export function menuFor(roles: readonly StaffRole[]): readonly MenuGroup[] {
  return MENU.map((group) => ({ ...group, entries: group.entries.filter(({ call }) => mayCall(roles, call)) })).filter(
    ({ entries }) => entries.length > 0,
  );
}
