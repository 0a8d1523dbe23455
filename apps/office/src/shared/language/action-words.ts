import type { OfficeCatalogue } from '@fairlot/i18n';
import type { Text } from './text.ts';

type Texts = OfficeCatalogue['office'];
type Key = Parameters<Text>[0];

/** The screen to which the actions of an area belong. The area is the part of an action before its slash. */
const AREAS: Readonly<Record<string, keyof Texts['menu']>> = {
  adjustments: 'adjustments',
  announcement: 'announcement',
  bulk_messages: 'bulkMessages',
  calendars: 'calendars',
  catalogue: 'catalogue',
  audit: 'audit',
  collect_coins: 'funding',
  companies: 'companies',
  copies: 'copies',
  deposits: 'deposits',
  desk: 'desk',
  draw_currencies: 'funding',
  email_changes: 'emailChanges',
  exposure: 'exposure',
  factor_resets: 'factorResets',
  feedback: 'feedback',
  groups: 'groups',
  identity: 'identity',
  instruments: 'instruments',
  mail_texts: 'mailTexts',
  market: 'health',
  media: 'news',
  networks: 'funding',
  news: 'news',
  outbox: 'outbox',
  proposals: 'proposals',
  ranking: 'ranking',
  reports: 'reports',
  receiving_accounts: 'funding',
  rewards: 'rewards',
  settings: 'settings',
  staff: 'staff',
  support: 'support',
  tasks: 'tasks',
  trades: 'positions',
  users: 'users',
  withdrawals: 'withdrawals',
};

/** Names an action by the words of the button that does it. */
const ACTIONS: Readonly<Record<string, Key>> = {
  'adjustments/propose': 'users.adjust',
  'adjustments/decide': 'field.decided_by',
  'announcement/save': 'action.save',
  'audit/verify': 'audit.verify',
  'bulk_messages/propose': 'bulk.propose',
  'bulk_messages/reject': 'bulk.reject',
  'bulk_messages/release': 'bulk.release',
  'bulk_messages/steer': 'field.change',
  'collect_coins/save': 'terms.coins',
  'companies/remove': 'companies.remove',
  'companies/save': 'action.save',
  'deposits/finish': 'deposits.approve',
  'deposits/invalidate': 'deposits.invalid',
  'deposits/reject': 'deposits.reject',
  'desk/cancel': 'desk.cancel',
  'desk/close': 'desk.close',
  'desk/correct': 'desk.correct',
  'draw_currencies/save': 'terms.currencies',
  'email_changes/agree': 'emailChanges.agree',
  'email_changes/propose': 'emailChanges.propose',
  'email_changes/refuse': 'identity.reject',
  'calendars/save': 'calendars.edit',
  'catalogue/upload': 'catalogue.choose',
  'catalogue/apply': 'catalogue.apply',
  'exposure/limit': 'exposure.setLimit',
  'factor_resets/approve': 'adjustments.approve',
  'factor_resets/check': 'factorResets.check',
  'factor_resets/refuse': 'identity.reject',
  'feedback/close': 'feedback.close',
  'groups/add': 'groups.add',
  'groups/change': 'groups.edit',
  'groups/move': 'groups.move',
  'groups/remove': 'groups.remove',
  'identity/approve': 'identity.approve',
  'identity/reject': 'identity.reject',
  'instruments/add': 'instruments.add',
  'instruments/add_category': 'instruments.addCategory',
  'instruments/change': 'instruments.edit',
  'instruments/dealing': 'instruments.setDealing',
  'instruments/delist': 'instruments.delist',
  'instruments/remove_category': 'instruments.removeCategory',
  'instruments/symbol': 'instruments.setSymbol',
  'mail_texts/change': 'action.edit',
  'mail_texts/preview': 'news.preview',
  'mail_texts/reset': 'mailTexts.reset',
  'mail_texts/test': 'mailTexts.test',
  'copies/stop': 'copies.stop',
  'market/accept_clock': 'health.acceptClock',
  'media/add': 'news.picture',
  'networks/save': 'terms.networks',
  'news/preview': 'news.preview',
  'news/publish': 'news.publish',
  'news/save': 'news.save',
  'news/unpublish': 'news.unpublish',
  'outbox/read': 'outbox.read',
  'proposals/decide': 'field.decided_by',
  'ranking/hide': 'ranking.hide',
  'ranking/restore': 'ranking.restore',
  'receiving_accounts/save': 'terms.accounts',
  'reports/end_schedule': 'reports.end',
  'reports/schedule': 'reports.schedule',
  'rewards/decide': 'field.decided_by',
  'settings/change': 'action.edit',
  'staff/begin_enrolment': 'entry.enrol',
  'staff/change_password': 'self.password',
  'staff/confirm': 'staff.confirm',
  'staff/disable': 'staff.disable',
  'staff/enable': 'staff.enable',
  'staff/end_session': 'self.endSession',
  'staff/finish_enrolment': 'entry.enrolDone',
  'staff/invite': 'staff.invite',
  'staff/new_link': 'staff.link',
  'staff/set_roles': 'staff.roles',
  'staff/set_up': 'entry.setUp',
  'staff/sign_in': 'entry.signIn',
  'staff/sign_out': 'self.signOut',
  'support/answer': 'support.answer',
  'tasks/add': 'users.addTask',
  'tasks/finish': 'tasks.finish',
  'users/end_sessions': 'users.signOut',
  'users/freeze': 'users.freeze',
  'users/link': 'users.link',
  'users/message': 'users.message',
  'users/note': 'users.note',
  'users/note/strike': 'users.strike',
  'users/unfreeze': 'users.unfreeze',
  'users/unlink': 'users.unlink',
  'withdrawals/approve': 'withdrawals.approve',
  'withdrawals/pay': 'withdrawals.pay',
  'withdrawals/reject': 'withdrawals.reject',
};

/** An action of the audit log in words: its screen and what it does. An unknown one keeps its name. */
export function actionWords(t: Text, action: string): string {
  const [area = ''] = action.split('/');
  const screen = AREAS[area];
  const key = ACTIONS[action];
  const words = key === undefined ? undefined : (t as (key: string) => string)(key);
  return [screen === undefined ? undefined : t(`menu.${screen}`), words ?? (screen === undefined ? action : undefined)]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The choices of a filter for actions: all of an area, then each that has words, by the names of the screens. */
export function actionChoices(t: Text): readonly { readonly value: string; readonly label: string }[] {
  const areas = Object.keys(AREAS).map((area) => ({ value: area, label: actionWords(t, area) }));
  const actions = Object.keys(ACTIONS).map((action) => ({ value: action, label: actionWords(t, action) }));
  return [...areas, ...actions].toSorted((one, other) => one.label.localeCompare(other.label));
}
