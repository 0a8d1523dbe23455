import {
  type Reason,
  authCalls,
  emailChangeCalls,
  accountCalls,
  emailChangeStaffCalls,
  factorResetStaffCalls,
  fundingCalls,
  officeUserCalls,
  passkeyCalls,
  personalDataCalls,
  staffAccountCalls,
} from '@fairlot/contract';

/** Refusals by a limit on guesses, requests or codes. */
const LIMITS: ReadonlySet<Reason> = new Set([
  'too_many_requests',
  'too_many_attempts',
  'too_many_codes',
  'code_too_soon',
  'captcha_required',
  'demo_limit_reached',
  'overloaded',
]);
/** Refusals of callers who lack the right. */
const RIGHTS: ReadonlySet<Reason> = new Set([
  'staff_role_required',
  'second_factor_required',
  'real_account_required',
  'second_person_required',
  'approver_too_new',
]);
/** Refusals of requests that no page of ours makes. */
const HOSTILE: ReadonlySet<Reason> = new Set([
  'bad_request',
  'body_too_large',
  'unsupported_type',
  'state_change_refused',
  'idempotency_key_invalid',
]);

/** The event of each call that a security log needs, refused or not. */
const EVENTS = {
  [authCalls.login.path]: 'user.sign_in',
  [passkeyCalls.passkeySignIn.path]: 'user.sign_in',
  [passkeyCalls.passkeyCode.path]: 'user.passkey_used',
  [passkeyCalls.passkeyAdd.path]: 'user.passkey_added',
  [passkeyCalls.passkeyRemove.path]: 'user.passkey_removed',
  [authCalls.register.path]: 'user.registered',
  [accountCalls.createDemo.path]: 'demo.sign_in',
  [authCalls.amendPassword.path]: 'user.password_changed',
  [authCalls.forgetPassword.path]: 'user.password_reset',
  [authCalls.totpConfirm.path]: 'user.factor_on',
  [authCalls.totpRemove.path]: 'user.factor_off',
  [authCalls.totpRecovery.path]: 'user.recovery_codes_renewed',
  [authCalls.askFactorReset.path]: 'user.factor_reset_asked',
  [authCalls.cancelFactorReset.path]: 'user.factor_reset_cancelled',
  [emailChangeCalls.askEmailChange.path]: 'user.email_change_asked',
  [emailChangeCalls.cancelEmailChange.path]: 'user.email_change_cancelled',
  [emailChangeCalls.confirmEmailChange.path]: 'user.email_change_confirmed',
  [authCalls.endSession.path]: 'user.sessions_ended',
  [accountCalls.logout.path]: 'user.signed_out',
  [authCalls.freezeByLink.path]: 'user.frozen',
  [fundingCalls.bindDrawMethod.path]: 'user.method_bound',
  [fundingCalls.draw.path]: 'user.withdrawal_requested',
  [personalDataCalls.closeAccount.path]: 'user.closed',
  [personalDataCalls.exportData.path]: 'user.data_exported',
  [officeUserCalls.officeCloseUser.path]: 'user.closed',
  [officeUserCalls.officeReopenUser.path]: 'user.reopened',
  [officeUserCalls.officeFreezeUser.path]: 'user.frozen',
  [officeUserCalls.officeUnfreezeUser.path]: 'user.unfrozen',
  [officeUserCalls.officeEndUserSessions.path]: 'user.sessions_ended',
  [emailChangeStaffCalls.proposeEmailChange.path]: 'user.email_change_asked',
  [emailChangeStaffCalls.agreeEmailChange.path]: 'user.email_change_agreed',
  [emailChangeStaffCalls.refuseEmailChange.path]: 'user.email_change_refused',
  [factorResetStaffCalls.checkFactorReset.path]: 'user.factor_reset_checked',
  [factorResetStaffCalls.approveFactorReset.path]: 'user.factor_reset_approved',
  [factorResetStaffCalls.refuseFactorReset.path]: 'user.factor_reset_refused',
  [staffAccountCalls.staffSignIn.path]: 'staff.sign_in',
  [staffAccountCalls.staffSignOut.path]: 'staff.signed_out',
  [staffAccountCalls.staffEndSession.path]: 'staff.session_ended',
  [staffAccountCalls.staffChangePassword.path]: 'staff.password_changed',
  [staffAccountCalls.staffFinishEnrolment.path]: 'staff.factor_on',
  [staffAccountCalls.staffSetUp.path]: 'staff.set_up',
  [staffAccountCalls.staffInvite.path]: 'staff.link_made',
  [staffAccountCalls.staffNewLink.path]: 'staff.link_made',
  [staffAccountCalls.staffSetRoles.path]: 'staff.roles_changed',
  [staffAccountCalls.staffDisable.path]: 'staff.disabled',
  [staffAccountCalls.staffEnable.path]: 'staff.enabled',
  [staffAccountCalls.staffConfirm.path]: 'staff.confirmed',
} as const;

/** Names of the lines of the security log; docs/security-log.md describes them. */
export type SecurityEventName =
  | (typeof EVENTS)[keyof typeof EVENTS]
  | 'user.factor_reset_done'
  | 'user.email_change_done'
  | 'limit.reached'
  | 'right.refused'
  | 'input.refused';

/** All names, for the documentation and its test. */
export const SECURITY_EVENTS: readonly SecurityEventName[] = [
  ...new Set<SecurityEventName>([
    ...Object.values(EVENTS),
    'user.factor_reset_done',
    'user.email_change_done',
    'limit.reached',
    'right.refused',
    'input.refused',
  ]),
];

/** The event of an answer; undefined when it does not belong in the security log. */
export function securityEventOf(call: string, reason: Reason): SecurityEventName | undefined {
  if (LIMITS.has(reason)) return 'limit.reached';
  if (RIGHTS.has(reason)) return 'right.refused';
  if (HOSTILE.has(reason)) return 'input.refused';
  return (EVENTS as Readonly<Record<string, SecurityEventName>>)[call];
}
