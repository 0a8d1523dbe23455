import { create } from 'zustand';

/** Holds the function that switches to a newer build of the page; null when there is none or the user postponed it. */
export const useUpdate = create<{ readonly take: (() => void) | null }>(() => ({ take: null }));
