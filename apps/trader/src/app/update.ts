import { create } from 'zustand';

/** Whether a newer build of the page waits, and how to go over to it; null: there is none, or not now. */
export const useUpdate = create<{ readonly take: (() => void) | null }>(() => ({ take: null }));
