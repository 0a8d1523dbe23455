import type { StaffCallName, StaffRole } from '@fairlot/contract';
import type { OfficeCatalogue } from '@fairlot/i18n';
import { mayCall } from '../shared/rights.ts';

export type MenuText = keyof OfficeCatalogue['office']['menu'];

/** An entry of the navigation; it is there for whoever may make its call. */
export interface MenuEntry {
  readonly path: string;
  readonly text: MenuText;
  readonly call: StaffCallName;
  /** Name of the server's queue whose length stands beside it. */
  readonly queue?: string;
}
export interface MenuGroup {
  readonly text: MenuText;
  readonly entries: readonly MenuEntry[];
}

export const MENU: readonly MenuGroup[] = [
  { text: 'work', entries: [
    { path: '/', text: 'overview', call: 'officeQueues' },
    { path: '/identity', text: 'identity', call: 'identityQueue', queue: 'identity' },
    { path: '/deposits', text: 'deposits', call: 'staffDeposits', queue: 'deposits' },
    { path: '/withdrawals', text: 'withdrawals', call: 'staffWithdrawals', queue: 'withdrawals' },
    { path: '/adjustments', text: 'adjustments', call: 'officeAdjustments', queue: 'adjustments' },
    { path: '/support', text: 'support', call: 'staffConversations', queue: 'support' },
    { path: '/feedback', text: 'feedback', call: 'staffFeedback', queue: 'complaints' },
  ] },
  { text: 'people', entries: [
    { path: '/users', text: 'users', call: 'officeUsers' },
    { path: '/ranking', text: 'ranking', call: 'rankingNames' },
    { path: '/staff', text: 'staff', call: 'staffMembers' },
  ] },
  { text: 'house', entries: [
    { path: '/exposure', text: 'exposure', call: 'officeExposure' },
    { path: '/result', text: 'result', call: 'officeHouseResult' },
    { path: '/health', text: 'health', call: 'officeHealth' },
  ] },
  { text: 'terms', entries: [
    { path: '/instruments', text: 'instruments', call: 'officeInstruments' },
    { path: '/funding', text: 'funding', call: 'staffNetworks' },
    { path: '/settings', text: 'settings', call: 'siteSettings' },
  ] },
  { text: 'content', entries: [
    { path: '/news', text: 'news', call: 'staffNewsList' },
    { path: '/announcement', text: 'announcement', call: 'staffAnnouncement' },
    { path: '/companies', text: 'companies', call: 'staffCompanies' },
  ] },
  { text: 'records', entries: [
    { path: '/outbox', text: 'outbox', call: 'officeOutbox' },
    { path: '/audit', text: 'audit', call: 'auditList' },
    { path: '/changes', text: 'changes', call: 'settingChanges' },
  ] },
];

/** The navigation of somebody with these roles; groups without an entry are left out. */
export function menuFor(roles: readonly StaffRole[]): readonly MenuGroup[] {
  return MENU.map((group) => ({ ...group, entries: group.entries.filter(({ call }) => mayCall(roles, call)) })).filter(({ entries }) => entries.length > 0);
}
