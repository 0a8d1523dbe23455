import { PERIODS } from '@fairlot/domain';
import { Sheet, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { listShortcuts, turnShortcuts, useShortcuts } from '../../shared/shortcuts.ts';
import { useText } from '../../shared/text.ts';

const LAST_PERIOD = String(PERIODS.length);

/** Which keys there are, and the switch that turns them off. */
export function ShortcutList(): ReactNode {
  const text = useText();
  const { on, listed } = useShortcuts();
  const keys = [
    ['/', text('trade.pickInstrument')],
    ['B', text('keys.buy')],
    ['S', text('keys.sell')],
    [`1–${LAST_PERIOD}`, text('trade.chart.periods')],
    ['F', text('keys.full')],
    ['?', text('keys.help')],
    ['Esc', text('keys.escape')],
  ] as const;
  return (
    <Sheet
      open={listed}
      onClose={() => listShortcuts(false)}
      title={text('keys.title')}
      closeLabel={text('common.close')}
    >
      <div className="px-4 pt-2 pb-4">
        <Switch checked={on} label={text('keys.use')} onChange={turnShortcuts} />
        <p className="pb-3 text-12 text-quiet">{text('keys.hint')}</p>
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
