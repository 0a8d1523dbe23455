import { pauseCopy, resumeCopy, stopCopy } from '@fairlot/client';
import type { Copy } from '@fairlot/client';
import { Button, Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCopyAction } from '../../features/copying/use-copy-action.ts';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';

/** Pauses, resumes and stops a copy. A stop asks what happens to the positions. */
export function CopyActions({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useText();
  const action = useCopyAction();
  const [asking, setAsking] = useState(false);
  if (copy.state === 'ended' || copy.state === 'stopping') return null;
  const paused = copy.state === 'paused';
  const toggle = (): void =>
    void action.run(paused ? 'resume' : 'pause', (key) =>
      paused ? resumeCopy(api, copy.id, { key }) : pauseCopy(api, copy.id, { key }),
    );
  const stop = async (close: boolean): Promise<void> => {
    if (await action.run(close ? 'close' : 'keep', (key) => stopCopy(api, copy.id, close, { key }))) setAsking(false);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="secondary" busy={action.busy && !asking} onClick={toggle}>
        {t(paused ? 'copying.copy.resume' : 'copying.copy.pause')}
      </Button>
      <Button kind="critical" onClick={() => setAsking(true)}>
        {t('copying.copy.stop')}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('copying.copy.stopTitle')}
        closeLabel={t('common.close')}
      >
        <div className="flex flex-col gap-3 p-4">
          <p className="text-14 text-quiet">{t('copying.copy.stopText')}</p>
          <Button kind="critical" wide busy={action.busy} onClick={() => void stop(true)}>
            {t('copying.copy.stopClose')}
          </Button>
          <Button kind="secondary" wide busy={action.busy} onClick={() => void stop(false)}>
            {t('copying.copy.stopKeep')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
