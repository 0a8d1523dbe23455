import { readEmailChange } from '@fairlot/client';
import { Button, Sheet } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { useOwnUser } from '../../shared/services/own-user.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { ChangeEmail } from './ChangeEmail.tsx';
import { OpenEmailChange } from './OpenEmailChange.tsx';

/** The email address of the account, with a button to change it, or the change that is open. */
export function EmailAddress(): ReactNode {
  const t = useText();
  const uid = useSession((session) => session.user?.uid ?? '');
  const email = useOwnUser()?.email ?? '';
  const { data: change } = useQuery({
    queryKey: accountKey(uid, 'email-change'),
    queryFn: ({ signal }) => readEmailChange(api, { quiet: true, signal }),
  });
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <section aria-labelledby="email-address" className="rounded-surface border border-line bg-surface p-4">
      <h2 id="email-address" className="text-16 font-semibold">
        {t('email.head')}
      </h2>
      {email === '' ? null : (
        <p className="mt-1 text-14 wrap-anywhere">
          <bdi>{email}</bdi>
        </p>
      )}
      <p className="mt-1 mb-4 text-14 text-quiet">{t('email.lead')}</p>
      {change === undefined || change === null ? (
        <Button kind="secondary" wide disabled={change === undefined} onClick={() => setOpen(true)}>
          {t('email.change')}
        </Button>
      ) : (
        <OpenEmailChange change={change} />
      )}
      <Sheet open={open} onClose={close} title={t('email.change')} closeLabel={t('common.close')}>
        {/* Mounted on each opening, so that the form starts empty. */}
        {open ? (
          <div className="p-4">
            <ChangeEmail onDone={close} />
          </div>
        ) : null}
      </Sheet>
    </section>
  );
}
