import { create } from 'zustand';
import { keepStored } from '@fairlot/web';

const KEY = 'fairlot.instrument';

interface Selection {
  /** Id of the trade screen's instrument; null before the first selection. */
  readonly id: number | null;
}

const useSelection = create<Selection>(() => ({ id: null }));

/** Restores the selection stored on this device. */
export function restoreSelection(): void {
  keepStored(useSelection, {
    key: KEY,
    read: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? { id: value } : undefined),
    written: ({ id }) => id,
  });
}

/** Selects the trade screen's instrument and stores the choice on this device. */
export function selectInstrument(id: number): void {
  useSelection.setState({ id });
}

/** Id of the selected instrument; null before the first selection. */
export function useSelectedInstrumentId(): number | null {
  return useSelection((selection) => selection.id);
}
