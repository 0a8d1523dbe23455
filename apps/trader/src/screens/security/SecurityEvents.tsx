import { readUserEvents } from '@fairlot/client';
import type { UserEvent } from '@fairlot/client';
import { USER_EVENTS_PAGE } from '@fairlot/contract';
import { Button } from '@fairlot/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { LIST_SKELETON, LoadedSection } from './LoadedSection.tsx';
import { deviceName } from './device-name.ts';

/** Sign-ins, failures and changes of the account in the last 90 days. */
export function SecurityEvents(): ReactNode {
  const t = useText();
  const uid = useSession((session) => session.user?.uid ?? '');
  const events = useInfiniteQuery({
    queryKey: accountKey(uid, 'security events'),
    queryFn: ({ pageParam, signal }) => readUserEvents(api, pageParam, { quiet: true, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: readonly UserEvent[]) => (last.length < USER_EVENTS_PAGE ? undefined : last.at(-1)?.id),
  });
  // Accounts without any event in that time show nothing.
  if (events.data?.pages.flat().length === 0) return null;
  return (
    <LoadedSection id="events" title={t('security.events')} query={events} skeleton={LIST_SKELETON}>
      {({ pages }) => (
        <>
          <ul>
            {pages.flat().map((event) => (
              <Row key={event.id} event={event} />
            ))}
          </ul>
          {events.hasNextPage ? (
            <div className="border-t border-line p-4">
              <Button
                kind="secondary"
                wide
                busy={events.isFetchingNextPage}
                onClick={() => void events.fetchNextPage({ cancelRefetch: false })}
              >
                {t('security.more')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </LoadedSection>
  );
}

function Row({ event }: { readonly event: UserEvent }): ReactNode {
  const t = useText();
  const times = useTimes();
  const device = deviceName(event.agent);
  return (
    <li className="border-t border-line px-4 py-3" data-testid="security-event">
      <p className="text-14 font-medium wrap-anywhere">
        {t(`securityEvent.${event.kind}`)}
        {event.count > 1 ? (
          <>
            {' '}
            <bdi dir="ltr" className="figure">
              ×{event.count}
            </bdi>
          </>
        ) : null}
      </p>
      {event.address === '' ? null : (
        <p className="text-14 text-quiet wrap-anywhere">
          <bdi className="figure">{event.address}</bdi>
          {[event.country, device].map((part) =>
            part === undefined || part === '' ? null : (
              <span key={part}>
                {' · '}
                <bdi>{part}</bdi>
              </span>
            ),
          )}
        </p>
      )}
      <p className="text-12 text-quiet">{times.dateTime(event.at)}</p>
    </li>
  );
}
