import { identityQuery } from '../../shared/services/identity-query.ts';
import { useSession } from '../../shared/session/session.ts';

/** Query of the signed-in user's verification. */
export function useIdentityQuery() {
  const uid = useSession((session) => session.user?.uid ?? '');
  const real = useSession((session) => session.user?.isDemo === false);
  return { ...identityQuery(uid), enabled: real };
}
