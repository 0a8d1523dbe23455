import { Switch } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { showToast } from '@fairlot/web';
import { permissionChanged, switchOff, switchOn, usePush } from './push.ts';

/** The switch for push messages on this device. Asks for the browser's permission only when tapped. */
export function PushSwitch(): ReactNode {
  const t = useText();
  const state = usePush();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // The user may have changed the permission in the browser's settings.
    document.addEventListener('visibilitychange', permissionChanged);
    return () => document.removeEventListener('visibilitychange', permissionChanged);
  }, []);
  const change = async (on: boolean): Promise<void> => {
    setBusy(true);
    try {
      await (on ? switchOn() : switchOff());
    } catch {
      showToast(t('push.failed'), 'error');
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
