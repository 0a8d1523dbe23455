import { Segmented, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { AFTER_ORDER, setPreferences, usePreferences } from '../../shared/device/preferences.ts';
import { useText } from '../../shared/language/language.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { useSession } from '../../shared/session/session.ts';

/** Settings of trading on this device: questions, news of orders, one-tap trading, decimals of money. */
export function TradingSettings(): ReactNode {
  const t = useText();
  const { confirmOrders, afterOrder, twoDecimals } = usePreferences();
  return (
    <section
      aria-labelledby="trading"
      className="flex min-w-0 flex-col gap-2 rounded-surface border border-line bg-surface p-4"
    >
      <h2 id="trading" className="text-16 font-semibold">
        {t('trade.prefs.title')}
      </h2>
      <Switch
        checked={confirmOrders}
        label={t('trade.prefs.confirm')}
        onChange={(on) => setPreferences({ confirmOrders: on })}
      />
      <div>
        <p className="mb-1.5 text-14 text-quiet">{t('trade.prefs.after')}</p>
        <Segmented
          label={t('trade.prefs.after')}
          value={afterOrder}
          onChange={(next) => setPreferences({ afterOrder: next })}
          options={AFTER_ORDER.map((value) => ({ value, label: t(`trade.prefs.${value}`) }))}
        />
      </div>
      <OneTapSwitch />
      <div>
        <Switch
          checked={twoDecimals}
          label={t('trade.prefs.twoDecimals')}
          onChange={(on) => setPreferences({ twoDecimals: on })}
        />
        <p className="text-12 text-quiet">{t('trade.prefs.twoDecimalsHint')}</p>
      </div>
    </section>
  );
}

/** Asks before it is turned on, because a tap then costs money. */
function OneTapSwitch(): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? null);
  const on = usePreferences(({ oneTapFor }) => user !== null && oneTapFor === user);
  const turn = async (wanted: boolean): Promise<void> => {
    if (!wanted) setPreferences({ oneTapFor: null });
    else if (
      await confirm({
        title: t('trade.oneTap.ask'),
        text: t('trade.oneTap.hint'),
        confirmLabel: t('trade.oneTap.turnOn'),
      })
    )
      setPreferences({ oneTapFor: user });
  };
  return (
    <div>
      <Switch checked={on} label={t('trade.oneTap.title')} onChange={(wanted) => void turn(wanted)} />
      <p className="text-12 text-quiet">{t('trade.oneTap.hint')}</p>
    </div>
  );
}
