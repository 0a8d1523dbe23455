import { Switch } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { useToast } from '../shared/toast.ts';
import { lookAgain, switchOff, switchOn, usePush } from './push.ts';

/** The switch for news on this device. The browser asks for its permission when this is tapped and never before. */
export function PushSwitch(): ReactNode {
  const t = useText();
  const toast = useToast();
  const state = usePush((push) => push.state);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Who comes back from the browser's settings may have changed them.
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);
  const change = async (on: boolean): Promise<void> => {
    setBusy(true);
    try {
      await (on ? switchOn() : switchOff());
    } catch {
      toast(t('push.failed'), 'error');
    } finally {
      setBusy(false);
    }
  };
  const shut = state === 'unsupported' || state === 'denied';
  return (
    <section className="rounded-surface border border-line bg-surface px-4 py-2">
      <Switch
        checked={state === 'on'}
        disabled={busy || shut}
        label={<span className="text-16">{t('push.notify')}</span>}
        onChange={(on) => void change(on)}
      />
      <p className="pb-1 text-12 text-quiet">{shut ? t(`push.${state}`) : t('push.hint')}</p>
    </section>
  );
}
