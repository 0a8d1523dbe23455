import { Sheet } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

const FIGURES = [
  'three_week_rate',
  'three_week_win',
  'three_week_profit',
  'total_rate',
  'total_trade_num',
  'varieties',
  'multiple',
] as const;

/** Explains how each figure of the list is computed. */
export function FormulaSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('rank.formulas')} closeLabel={t('common.close')}>
      <div className="space-y-4 p-4 text-14">
        <p className="text-quiet">{t('rank.formula.window')}</p>
        <dl className="space-y-3">
          {FIGURES.map((figure) => (
            <div key={figure}>
              <dt className="font-semibold">{t(`rank.figure.${figure}`)}</dt>
              <dd className="mt-0.5 text-quiet">{t(`rank.formula.${figure}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-quiet">{t('rank.formula.sample')}</p>
        <p className="text-quiet">{t('rank.formula.past')}</p>
      </div>
    </Sheet>
  );
}
