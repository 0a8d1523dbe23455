import { Assertions, type AssertionsDeps } from '../features/auth/passkeys/assertions.ts';
import { OwnPasskeys, type OwnPasskeysDeps } from '../features/auth/passkeys/own-passkeys.ts';
import { type PasskeyDeps, registerPasskeys } from '../features/auth/passkeys/routes.ts';
import type { AccountTerms } from '../features/auth/terms.ts';
import type { Calls } from '../http/calls.ts';

type Deps = AssertionsDeps &
  Omit<OwnPasskeysDeps, 'siteTitle'> &
  Pick<PasskeyDeps, 'users' | 'trading' | 'signIn'> & { readonly terms: Pick<AccountTerms, 'siteTitle'> };

/** Builds passkeys and registers their calls. */
export function openPasskeys(calls: Calls, { users, trading, signIn, terms, ...deps }: Deps): void {
  const own = new OwnPasskeys({ ...deps, siteTitle: () => terms.siteTitle() });
  registerPasskeys(calls, { users, trading, signIn, assertions: new Assertions(deps), own });
}
