import { Button, Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFactors } from '../../features/account/factors.ts';
import { useText } from '../../shared/language/language.ts';
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx';
import { OpenReset } from './OpenReset.tsx';
import { RemoveAuthenticator } from './RemoveAuthenticator.tsx';
import { SetUpAuthenticator } from './SetUpAuthenticator.tsx';

const FORMS = { setUp: SetUpAuthenticator, remove: RemoveAuthenticator, renew: NewRecoveryCodes } as const;
type Doing = keyof typeof FORMS;

/** State of the authenticator, with buttons to set it up, remove it or renew its recovery codes. */
export function Authenticator(): ReactNode {
  const t = useText();
  const data = useFactors();
  const [open, setOpen] = useState(false);
  // The sheet keeps its form during the closing animation.
  const [doing, setDoing] = useState<Doing>('setUp');
  const close = (): void => setOpen(false);
  const start = (what: Doing): void => {
    setDoing(what);
    setOpen(true);
  };
  const enabled = data?.enabled;
  const Form = FORMS[doing];
  return (
    <section aria-labelledby="authenticator" className="rounded-surface border border-line bg-surface p-4">
      <h2 id="authenticator" className="text-16 font-semibold">
        {t('security.authenticator')}
      </h2>
      <p className="mt-1 mb-4 text-14 text-quiet">
        {t(enabled === true ? 'security.authenticatorOn' : 'security.authenticatorOff')}
      </p>
      {data === undefined || data.reset === null ? null : <OpenReset reset={data.reset} />}
      {data !== undefined && (data.enabled || data.passkeys > 0) ? (
        <div className="mb-4">
          <p className="mb-2 text-14">{t('security.codesLeft', { value: String(data.recoveryCodesLeft) })}</p>
          <Button kind="secondary" wide onClick={() => start('renew')}>
            {t('security.codesNew')}
          </Button>
        </div>
      ) : null}
      <Button
        kind={enabled === true ? 'critical' : 'secondary'}
        wide
        disabled={enabled === undefined}
        onClick={() => start(enabled === true ? 'remove' : 'setUp')}
      >
        {t(enabled === true ? 'security.remove' : 'security.setUp')}
      </Button>
      <Sheet open={open} onClose={close} title={t('security.authenticator')} closeLabel={t('common.close')}>
        {/* Mounted on each opening, so that the form starts empty. */}
        {open ? (
          <div className="p-4">
            <Form onDone={close} />
          </div>
        ) : null}
      </Sheet>
    </section>
  );
}
