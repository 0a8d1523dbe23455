import { readCopies, readCopyDeeds, readLeader, readOwnLead } from '@fairlot/client';
import type { Copy, CopyDeed, Leader, OwnLead } from '@fairlot/client';
import { MINUTE_MS } from '@fairlot/domain';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountKey, queryClient } from '../../shared/services/query-client.ts';
import { account, api } from '../../shared/services/services.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { useRouteActive } from '../../shared/layout/route-active.ts';
import { useSession } from '../../shared/session/session.ts';
import { reloadRecords, useRecords } from '../../shared/lists/records.ts';
import type { RecordQuery } from '../../shared/lists/records.ts';

/** Results change with the price; deeds come when the leader trades. */
const REFRESH_MS = 15_000;
/** Several orders of one moment cause one read. */
const GATHER_MS = 500;

const SETTING_FRESH_MS = 5 * MINUTE_MS;

const COPIES = 'copies';
const deedsOf = (id: number): string => `copy-deeds-${String(id)}`;

/** False where the operator has switched copying off. True until the answer is there, and when it fails. */
export function useIsCopyingOffered(): boolean {
  const { data } = useQuery({
    queryKey: ['setting', 'copying'],
    queryFn: ({ signal }) => api.call('setting', { key: 'copying' }, { quiet: true, initial: true, signal }),
    staleTime: SETTING_FRESH_MS,
  });
  return data?.value !== '0';
}

/** A trader's page; undefined for no number. The name of a sample strategy is in the visitor's language. */
export function useLeader(id: number | undefined): UseQueryResult<Leader> {
  const language = useLanguage();
  const active = useRouteActive();
  const user = useSession((session) => session.user?.uid ?? '');
  return useQuery({
    queryKey: accountKey(user, 'leader', id ?? 0, language),
    queryFn: ({ signal }) => readLeader(api, id ?? 0, { quiet: true, initial: true, signal }),
    enabled: id !== undefined,
    refetchInterval: active ? REFRESH_MS : false,
  });
}

/** The user's copies, page by page; makes no call for visitors. */
export function useCopies(): RecordQuery<Copy> {
  const query = useRecords(COPIES, (page, signal) => readCopies(api, page, { quiet: true, signal }));
  usePolling(COPIES);
  return query;
}

/** The leader's deeds in one of the user's copies, latest first. */
export function useCopyDeeds(id: number): RecordQuery<CopyDeed> {
  const list = deedsOf(id);
  const query = useRecords(list, (page, signal) => readCopyDeeds(api, { id, page }, { quiet: true, signal }));
  usePolling(list);
  return query;
}

/** The user as a leader; makes no call for visitors. */
export function useOwnLead(wanted: boolean): UseQueryResult<OwnLead> {
  const user = useSession((session) => session.user?.uid);
  return useQuery({
    queryKey: accountKey(user ?? '', 'lead'),
    queryFn: ({ signal }) => readOwnLead(api, { quiet: true, signal }),
    enabled: wanted && user !== undefined,
  });
}

/** Reads everything about copies again after a change. */
export async function reloadCopies(user: string): Promise<void> {
  await Promise.all([
    reloadRecords(user, COPIES),
    queryClient.invalidateQueries({ queryKey: accountKey(user, 'leader') }),
    queryClient.invalidateQueries({ queryKey: accountKey(user, 'lead') }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === user && String(queryKey[3]).startsWith('copy-deeds-'),
    }),
  ]);
}

/** Reads a list again while its screen is visible: now and then, and when the account or one of its orders has changed. */
function usePolling(list: string): void {
  const active = useRouteActive();
  const user = useSession((session) => session.user?.uid);
  useEffect(() => {
    if (!active || user === undefined) return undefined;
    let read = versionNow();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const reload = (): void => {
      gathering = undefined;
      void reloadRecords(user, list);
    };
    const timer = setInterval(reload, REFRESH_MS);
    const stop = account.account.subscribe(() => {
      const now = versionNow();
      if (now === undefined || now === read) return;
      read = now;
      gathering ??= setTimeout(reload, GATHER_MS);
    });
    return () => {
      clearInterval(timer);
      clearTimeout(gathering);
      stop();
    };
  }, [active, user, list]);
}

/** The number that the feed changes with each change of the account or of one of its orders. */
function versionNow(): number | undefined {
  return account.account.getSnapshot()?.version;
}
