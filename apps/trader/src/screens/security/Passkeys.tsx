import { readPasskeys } from '@fairlot/client';
import type { Passkey } from '@fairlot/client';
import { MOST_PASSKEYS } from '@fairlot/contract';
import { Button, Sheet, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { hasPasskeys } from '../../features/account/passkey.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { LoadedSection } from './LoadedSection.tsx';
import { RemovePasskey } from './RemovePasskey.tsx';

/** The user's passkeys, with buttons to add and remove them. */
export function Passkeys(): ReactNode {
  const t = useText();
  const uid = useSession((session) => session.user?.uid ?? '');
  const query = useQuery({
    queryKey: accountKey(uid, 'passkeys'),
    queryFn: ({ signal }) => readPasskeys(api, { quiet: true, signal }),
  });
  const [open, setOpen] = useState(false);
  // The sheet keeps its form during the closing animation.
  const [removed, setRemoved] = useState<Passkey>();
  const close = (): void => setOpen(false);
  const start = (passkey: Passkey | undefined): void => {
    setRemoved(passkey);
    setOpen(true);
  };
  return (
    <>
      <LoadedSection
        id="passkeys"
        title={t('security.passkeys')}
        lead={t('security.passkeysLead')}
        query={query}
        skeleton={
          <div className="px-4 pb-4">
            <Skeleton shape="h-11" />
          </div>
        }
      >
        {(passkeys) => (
          <>
            <ul>
              {passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} onRemove={start} />
              ))}
            </ul>
            {passkeys.length < MOST_PASSKEYS && hasPasskeys() ? (
              <div className={passkeys.length === 0 ? 'px-4 pb-4' : 'border-t border-line p-4'}>
                <Button kind="secondary" wide onClick={() => start(undefined)}>
                  {t('security.passkeyAdd')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </LoadedSection>
      <Sheet
        open={open}
        onClose={close}
        title={removed === undefined ? t('security.passkeyAdd') : removed.name}
        closeLabel={t('common.close')}
      >
        {/* Mounted on each opening, so that the form starts empty. */}
        {open ? (
          <div className="p-4">
            {removed === undefined ? <AddPasskey onDone={close} /> : <RemovePasskey id={removed.id} onDone={close} />}
          </div>
        ) : null}
      </Sheet>
    </>
  );
}

function Row({
  passkey,
  onRemove,
}: {
  readonly passkey: Passkey;
  readonly onRemove: (passkey: Passkey) => void;
}): ReactNode {
  const t = useText();
  const times = useTimes();
  const { name, createdAt, lastUsedAt, suspendedAt } = passkey;
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3" data-testid="passkey">
      <div className="min-w-0 flex-1">
        <p className="text-16 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-12 text-quiet">{t('security.passkeyCreated', { time: times.dateTime(createdAt) })}</p>
        {lastUsedAt === null ? null : (
          <p className="text-12 text-quiet">{t('security.passkeyUsed', { time: times.dateTime(lastUsedAt) })}</p>
        )}
        {suspendedAt === null ? null : <p className="text-14 text-critical">{t('security.passkeySuspended')}</p>}
      </div>
      <Button kind="plain" onClick={() => onRemove(passkey)}>
        <span className="text-14">{t('security.remove')}</span>
      </Button>
    </li>
  );
}
