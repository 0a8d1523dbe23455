import { Button, Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { CloseAccount } from './CloseAccount.tsx';
import { GetData } from './GetData.tsx';

const FORMS = { get: GetData, close: CloseAccount } as const;
type Doing = keyof typeof FORMS;

const CARD = 'rounded-surface border border-line bg-surface p-4';

/** The user's own data: buttons to download it, and to close the account. */
export function PersonalData(): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  // The sheet keeps its form during the closing animation.
  const [doing, setDoing] = useState<Doing>('get');
  const start = (what: Doing): void => {
    setDoing(what);
    setOpen(true);
  };
  const close = (): void => setOpen(false);
  const Form = FORMS[doing];
  return (
    <>
      <section aria-labelledby="personal-data" className={CARD}>
        <h2 id="personal-data" className="text-16 font-semibold">
          {t('security.data')}
        </h2>
        <p className="mt-1 mb-4 text-14 text-quiet">{t('security.dataLead')}</p>
        <Button kind="secondary" wide onClick={() => start('get')}>
          {t('security.dataGet')}
        </Button>
      </section>
      <section aria-labelledby="close-account" className={CARD}>
        <h2 id="close-account" className="text-16 font-semibold">
          {t('security.close')}
        </h2>
        <p className="mt-1 mb-4 text-14 text-quiet">{t('security.closeLead')}</p>
        <Button kind="critical" wide onClick={() => start('close')}>
          {t('security.close')}
        </Button>
      </section>
      <Sheet
        open={open}
        onClose={close}
        title={t(doing === 'get' ? 'security.data' : 'security.close')}
        closeLabel={t('common.close')}
      >
        {/* Mounted on each opening, so that the form starts empty. */}
        {open ? (
          <div className="p-4">
            <Form onDone={close} />
          </div>
        ) : null}
      </Sheet>
    </>
  );
}
