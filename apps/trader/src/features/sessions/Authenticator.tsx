import { Button, Sheet } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountKey } from '../../shared/query-client.ts';
import { useApi } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { RemoveAuthenticator } from './RemoveAuthenticator.tsx';
import { SetUpAuthenticator } from './SetUpAuthenticator.tsx';

/** Whether signing in takes an authenticator's code, and the way to change that. */
export function Authenticator(): ReactNode {
  const t = useText();
  const api = useApi();
  const uid = useSession((session) => session.user?.uid ?? '');
  const { data } = useQuery({ queryKey: accountKey(uid, 'totp'), queryFn: ({ signal }) => api.call('totpState', {}, { quiet: true, signal }) });
  const [open, setOpen] = useState(false);
  // What was asked for when the sheet opened stays in it while it goes.
  const [doing, setDoing] = useState<'setUp' | 'remove'>('setUp');
  const close = (): void => setOpen(false);
  const start = (what: 'setUp' | 'remove'): void => {
    setDoing(what);
    setOpen(true);
  };
  const enabled = data?.enabled;
  return (
    <section aria-labelledby="authenticator" className="rounded-surface border border-line bg-surface p-4">
      <h2 id="authenticator" className="text-16 font-semibold">{t('security.authenticator')}</h2>
      <p className="mt-1 mb-4 text-14 text-quiet">{t(enabled === true ? 'security.authenticatorOn' : 'security.authenticatorOff')}</p>
      <Button
        kind={enabled === true ? 'critical' : 'secondary'} wide disabled={enabled === undefined}
        onClick={() => start(enabled === true ? 'remove' : 'setUp')}
      >
        {t(enabled === true ? 'security.remove' : 'security.setUp')}
      </Button>
      <Sheet open={open} onClose={close} title={t('security.authenticator')} closeLabel={t('common.close')}>
        {/* Made anew with every opening. */}
        {open ? <div className="p-4">{doing === 'remove' ? <RemoveAuthenticator onDone={close} /> : <SetUpAuthenticator onDone={close} />}</div> : null}
      </Sheet>
    </section>
  );
}
