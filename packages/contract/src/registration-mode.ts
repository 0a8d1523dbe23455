import type { AccountType } from './auth.ts';

/** Account types that the operator accepts for registration. */
export type RegistrationMode = 'either' | 'mobile' | 'email';

/** The mode by the value of `verify_reg_type`; unknown values count as 0. */
export function registrationMode(verifyRegType: number): RegistrationMode {
  if (verifyRegType === 1) return 'mobile';
  return verifyRegType === 2 ? 'email' : 'either';
}

/** True if an account type may register. `is_show_mobile` decides about mobile numbers only where either is accepted. */
export function mayRegister(mode: RegistrationMode, type: AccountType, isMobileShown: boolean): boolean {
  if (mode !== 'either') return type === mode;
  return type === 'email' || isMobileShown;
}
