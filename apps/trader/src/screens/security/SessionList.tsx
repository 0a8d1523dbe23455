import { readUserSessions } from '@fairlot/client';
import type { UserSession } from '@fairlot/client';
import { Button, Sheet, Tag } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { EndSession } from './EndSession.tsx';
import { LIST_SKELETON, LoadedSection } from './LoadedSection.tsx';
import { deviceName } from './device-name.ts';

/** The account's open sessions, with buttons to end them. */
export function SessionList(): ReactNode {
  const t = useText();
  const uid = useSession((session) => session.user?.uid ?? '');
  const query = useQuery({
    queryKey: accountKey(uid, 'sessions'),
    queryFn: ({ signal }) => readUserSessions(api, { quiet: true, signal }),
  });
  return (
    <LoadedSection id="sessions" title={t('security.sessions')} query={query} skeleton={LIST_SKELETON}>
      {(list) => <Sessions list={list} />}
    </LoadedSection>
  );
}

function Sessions({ list }: { readonly list: readonly UserSession[] }): ReactNode {
  const t = useText();
  // The sheet keeps its form during the closing animation.
  const [ending, setEnding] = useState<UserSession | undefined>();
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const end = (session: UserSession | undefined): void => {
    setEnding(session);
    setOpen(true);
  };
  return (
    <>
      <ul>
        {list.map((session) => (
          <Row key={session.id} session={session} onEnd={end} />
        ))}
      </ul>
      {list.length > 1 ? (
        <div className="border-t border-line p-4">
          <Button kind="critical" wide onClick={() => end(undefined)}>
            {t('security.endOthers')}
          </Button>
        </div>
      ) : null}
      <Sheet
        open={open}
        onClose={close}
        title={t(ending === undefined ? 'security.endOthers' : 'security.endTitle')}
        closeLabel={t('common.close')}
      >
        {open ? (
          <div className="p-4">
            <EndSession session={ending} onDone={close} />
          </div>
        ) : null}
      </Sheet>
    </>
  );
}

function Row({
  session,
  onEnd,
}: {
  readonly session: UserSession;
  readonly onEnd: (session: UserSession) => void;
}): ReactNode {
  const t = useText();
  const times = useTimes();
  const own = session.current === 1;
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-16 font-medium wrap-anywhere">
          <bdi>{deviceName(session.agent) ?? t('security.unknownDevice')}</bdi>
        </p>
        <p className="text-14 text-quiet">
          <bdi className="figure">{session.address}</bdi>
          {session.country === '' ? null : (
            <>
              {' · '}
              <bdi>{session.country}</bdi>
            </>
          )}
        </p>
        <p className="text-12 text-quiet">
          {own
            ? t('security.since', { time: times.dateTime(session.createdAt) })
            : t('security.lastSeen', { time: times.dateTime(session.lastSeenAt) })}
        </p>
      </div>
      {own ? (
        <Tag>{t('security.current')}</Tag>
      ) : (
        <Button kind="plain" onClick={() => onEnd(session)}>
          <span className="text-14">{t('security.end')}</span>
        </Button>
      )}
    </li>
  );
}
