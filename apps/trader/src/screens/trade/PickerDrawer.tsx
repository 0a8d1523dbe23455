import { Drawer } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { InstrumentList } from '../../features/instruments/picker/InstrumentList.tsx';
import { useText } from '../../shared/language/language.ts';

export interface PickerDrawerProps {
  readonly open: boolean;
  /** Opened by the keyboard, so that the focus starts in the search. */
  readonly byKeys: boolean;
  readonly chosen: number | undefined;
  readonly onPick: (id: number) => void;
  readonly onClose: () => void;
}

/** Chooses the instrument of the trade screen. */
export function PickerDrawer({ open, byKeys, chosen, onPick, onClose }: PickerDrawerProps): ReactNode {
  const t = useText();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      startInSearch={byKeys}
      title={t('trade.pickInstrument')}
      closeLabel={t('common.close')}
    >
      <InstrumentList chosen={chosen} onPick={onPick} />
    </Drawer>
  );
}
