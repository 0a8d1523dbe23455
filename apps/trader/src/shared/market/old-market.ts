import { create } from 'zustand';

/** Formatted time of the shown prices if they are an earlier visit's; null while they are current. */
export const useOldMarket = create<{ readonly seen: string | null }>(() => ({ seen: null }));
