import type { ListedInstrument } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { Button, Drawer, Segmented } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { COMPARED_SCALES } from '../../chart/compared.ts';
import { InstrumentList } from '../../features/instruments/picker/InstrumentList.tsx';
import type { CompareBoard } from '../../features/trade/use-compare.ts';
import { useText } from '../../shared/language/language.ts';

export interface CompareDrawerProps {
  readonly instrument: ListedInstrument;
  readonly compare: CompareBoard;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The choice of the instrument that a chart is compared with, its scale, and the end of the comparison. */
export function CompareDrawer({ open, instrument, compare, onClose }: CompareDrawerProps): ReactNode {
  const t = useText();
  const { other, scale } = compare;
  return (
    <Drawer open={open} onClose={onClose} title={t('chart.compare.title')} closeLabel={t('common.close')}>
      {other === undefined ? null : (
        <section className="shrink-0 space-y-2 border-b border-line px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-2 text-14">
            <span>{t('chart.compare.with', { code: isolate(other.showCode) })}</span>
            <Button
              kind="secondary"
              onClick={() => {
                compare.remove();
                onClose();
              }}
            >
              {t('chart.compare.remove')}
            </Button>
          </div>
          <Segmented
            label={t('chart.compare.scale')}
            value={scale}
            onChange={compare.setScale}
            options={COMPARED_SCALES.map((value) => ({ value, label: t(`chart.compare.scales.${value}`) }))}
          />
          <p className="text-12 text-quiet">{t(`chart.compare.hints.${scale}`)}</p>
        </section>
      )}
      <div className="min-h-0 flex-1">
        <InstrumentList
          chosen={other?.id}
          without={instrument.id}
          onPick={(id) => {
            compare.pick(id);
            onClose();
          }}
        />
      </div>
    </Drawer>
  );
}
