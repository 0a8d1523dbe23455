import { create } from 'zustand';

/** The moment of the prices that are shown, in words, where they are those of an earlier visit; null: they are of this one. */
export const useOldMarket = create<{ readonly seen: string | null }>(() => ({ seen: null }));
