import { readLedger, readOrders } from '@fairlot/client';
import { readStored, writeStored } from '@fairlot/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod/mini';
import { useAccount } from '../../shared/account/live-account.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { identityQuery } from '../../shared/services/identity-query.ts';

/** The steps of a new real account, in their order. */
export type Step = 'identity' | 'deposit' | 'trade';

/** The steps of an account: which are done. `over`: it has had a position, so nothing is shown or asked any more. */
export type Steps = 'over' | Readonly<Record<Exclude<Step, 'trade'>, boolean>>;

const KEY = 'fairlot.steps';
/** The last known answer: an account whose steps are over makes no call, and one whose are not has its place at once. */
const stored = z.object({ uid: z.string(), over: z.boolean() });

/** True or false if this device knows whether the account's steps are over. */
export function knownOver(uid: string): boolean | undefined {
  const known = stored.safeParse(readStored(KEY));
  return known.success && known.data.uid === uid ? known.data.over : undefined;
}

/** The steps of the signed-in real account; undefined while they are not known, and for other users. */
export function useSteps(): Steps | undefined {
  const uid = useSession(({ user }) => (user?.isDemo === false ? user.uid : ''));
  const account = useAccount();
  const isHolding = account !== undefined && account.positions.size > 0;
  const isKnownOver = knownOver(uid) === true;
  const asks = uid !== '' && !isKnownOver && !isHolding;
  const identity = useQuery({ ...identityQuery(uid), enabled: asks });
  const traces = useQuery({
    queryKey: accountKey(uid, 'steps'),
    queryFn: async ({ signal }) => {
      const options = { quiet: true, signal };
      const [ledger, history] = await Promise.all([
        readLedger(api, 1, options),
        readOrders(api, { list: 'history', page: 1 }, options),
      ]);
      return { money: ledger.total > 0, traded: history.items.some(({ status }) => status === 'closed') };
    },
    enabled: asks,
    // The user comes back from the screen of a step.
    staleTime: 0,
  });
  const steps = stepsFrom(
    isKnownOver || isHolding,
    traces.data && { ...traces.data, money: traces.data.money || hasMoney(account?.balance) },
    identity.data && identity.data.status === 'verified',
  );
  const isOver = steps === undefined ? undefined : steps === 'over';
  useEffect(() => {
    if (uid !== '' && isOver !== undefined) writeStored(KEY, { uid, over: isOver });
  }, [uid, isOver]);
  return uid === '' ? undefined : steps;
}

const hasMoney = (balance: string | undefined): boolean => balance !== undefined && /[1-9]/.test(balance);

/** Combines what is known. An account that has had a position is over, whatever else is open. */
export function stepsFrom(
  hasTraded: boolean,
  traces: { readonly money: boolean; readonly traded: boolean } | undefined,
  isVerified: boolean | undefined,
): Steps | undefined {
  if (hasTraded || traces?.traded === true) return 'over';
  if (traces === undefined || isVerified === undefined) return undefined;
  return { identity: isVerified, deposit: traces.money };
}
