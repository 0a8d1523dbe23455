import { create } from 'zustand';

const useLanguageStore = create<{ readonly code: string }>(() => ({ code: 'en' }));

/** Code of the language in force, one of the specification's 21. */
export function currentLanguage(): string {
  return useLanguageStore.getState().code;
}

/** The language in force, for components. */
export function useLanguage(): string {
  return useLanguageStore(({ code }) => code);
}
