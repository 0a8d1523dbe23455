import { CHART_PERIODS } from '@fairlot/domain';
import { Sheet, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { listShortcuts, turnShortcuts, useShortcuts } from '../../shared/device/shortcuts.ts';
import { useText } from '../../shared/language/language.ts';

const LAST_PERIOD = String(CHART_PERIODS.length);

/** Lists the keyboard shortcuts and offers a switch to turn them off. */
export function ShortcutList(): ReactNode {
  const t = useText();
  const { on, listed } = useShortcuts();
  const keys = [
    ['/', t('trade.pickInstrument')],
    ['B', t('keys.buy')],
    ['S', t('keys.sell')],
    [`1–${LAST_PERIOD}`, t('trade.chart.periods')],
    ['F', t('keys.full')],
    ['?', t('keys.help')],
    ['Esc', t('keys.escape')],
  ] as const;
  return (
    <Sheet open={listed} onClose={() => listShortcuts(false)} title={t('keys.title')} closeLabel={t('common.close')}>
      <div className="px-4 pt-2 pb-4">
        <Switch checked={on} label={t('keys.use')} onChange={turnShortcuts} />
        <p className="pb-3 text-12 text-quiet">{t('keys.hint')}</p>
        <dl className="divide-y divide-line border-y border-line">
          {keys.map(([key, words]) => (
            <div key={key} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
              <dd className="order-1 min-w-0 text-14">{words}</dd>
              <dt className="order-2 shrink-0">
                <kbd className="figure inline-block min-w-8 rounded-inner border border-line-strong bg-sunken px-2 py-0.5 text-center font-sans text-14 font-medium">
                  {key}
                </kbd>
              </dt>
            </div>
          ))}
        </dl>
      </div>
    </Sheet>
  );
}
