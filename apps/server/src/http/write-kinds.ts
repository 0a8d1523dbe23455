import { type Call, type CallName, calls } from '@fairlot/contract';

/** Kinds of state-changing calls. Each has a budget by network (composition/network-rates.ts). */
export type WriteKind =
  /** Orders and other commands of accounts. */
  | 'order'
  /** Small records of a user, each kind limited in number: alerts, saved sections, marks, devices, sessions. */
  | 'record'
  /** Messages to customer service and feedback, which are kept. */
  | 'message'
  | 'upload'
  /** Deposits, withdrawals, payment methods and identity submissions. */
  | 'money'
  /** Passwords and authenticators of signed-in users, and calls that ask for them: expensive to check. */
  | 'secret'
  /** Visitors' ways into an existing account. */
  | 'signIn'
  | 'register'
  /** Codes by mail and SMS. */
  | 'code';

const KINDS: Partial<Record<CallName, WriteKind>> = {
  submit: 'order',
  close: 'order',
  closeBy: 'order',
  closeAll: 'order',
  cancelTrade: 'order',
  setStopPrice: 'order',
  setPartialLevels: 'order',
  amendPendingOrder: 'order',
  resetDemo: 'order',
  alertSet: 'record',
  alertRemove: 'record',
  workspaceSave: 'record',
  tradeNoteSave: 'record',
  tradeNoteErase: 'record',
  supportRead: 'record',
  pushSubscribe: 'record',
  pushUnsubscribe: 'record',
  followJoin: 'record',
  followLeave: 'record',
  copyStart: 'record',
  copyAmend: 'record',
  copyPause: 'record',
  copyResume: 'record',
  copyStop: 'record',
  setLead: 'record',
  setStatementMail: 'record',
  setMarketing: 'record',
  logout: 'record',
  endSession: 'record',
  supportSend: 'message',
  feedbackSubmit: 'message',
  imageUpload: 'upload',
  chargeSubmit: 'money',
  wireSubmit: 'money',
  draw: 'money',
  drawCancel: 'money',
  bindDrawMethod: 'money',
  delDrawMethod: 'money',
  submitIdentity: 'money',
  amendPassword: 'secret',
  passkeyOptions: 'signIn',
  passkeySignIn: 'signIn',
  passkeyCode: 'signIn',
  passkeyBegin: 'secret',
  passkeyAdd: 'secret',
  passkeyRemove: 'secret',
  totpBegin: 'secret',
  totpConfirm: 'secret',
  totpRecovery: 'secret',
  totpRemove: 'secret',
  cancelFactorReset: 'secret',
  askEmailChange: 'secret',
  cancelEmailChange: 'secret',
  closeAccount: 'secret',
  exportData: 'secret',
  login: 'signIn',
  createDemo: 'signIn',
  forgetPassword: 'signIn',
  askFactorReset: 'signIn',
  freezeByLink: 'signIn',
  stopStatementMail: 'signIn',
  endMarketing: 'signIn',
  confirmEmailChange: 'signIn',
  register: 'register',
  sendEmail: 'code',
  sendSms: 'code',
};

/** The state-changing calls that the table names, by path. */
export const WRITE_KINDS: ReadonlyMap<string, WriteKind> = new Map(
  Object.entries(KINDS).map(([name, kind]) => [calls[name as CallName].path, kind]),
);

/** The kind of a state-changing call. A call that the table does not name gets a common budget; a test names it. */
export function writeKindOf({ path, access }: Pick<Call, 'path' | 'access'>): WriteKind {
  return WRITE_KINDS.get(path) ?? (access === 'visitor' ? 'signIn' : 'record');
}
