import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

const KEY = 'fairlot.instrument';

interface Selection {
  /** Id of the instrument that the trade screen shows; null before the first choice. */
  readonly id: number | null;
}

function firstSelection(): Selection {
  const value = readStored(KEY);
  return { id: typeof value === 'number' && Number.isSafeInteger(value) ? value : null };
}

const useSelection = create<Selection>(firstSelection);

/** Chooses the instrument that the trade screen shows, on this device from now on. */
export function selectInstrument(id: number): void {
  useSelection.setState({ id });
  writeStored(KEY, id);
}

/** Id of the chosen instrument, null before the first choice. */
export function useSelectedInstrumentId(): number | null {
  return useSelection((selection) => selection.id);
}
