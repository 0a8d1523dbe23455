import { createPercentFormat, createTimeFormat } from '@fairlot/client';
import type { PercentFormat, TimeFormat } from '@fairlot/client';
import { DEFAULT_LANGUAGE, languageOf } from '@fairlot/i18n';
import type { Language, LanguageCode } from '@fairlot/i18n';
import { useMemo } from 'react';
import { create } from 'zustand';

export interface LanguageSettings<Text> {
  /** Loads the texts of a language. */
  readonly load: (code: LanguageCode) => Promise<Text>;
  /** Stores a choice for the next visit. */
  readonly keep: (code: LanguageCode) => void;
  /** Called with the new language after the page has its tag and direction. */
  readonly onApplied?: (code: LanguageCode) => void;
}

/** The language of a page: functions for code outside React, hooks for components. */
export interface PageLanguage<Text> {
  /** Sets the language that the device stored; `loadTexts` loads its texts. */
  readonly startLanguage: (code: LanguageCode) => void;
  /** Loads the texts of the current language once; later calls share the promise. */
  readonly loadTexts: () => Promise<Text>;
  /** Changes the language once its texts are loaded, and stores the choice. Rejects if they cannot be loaded. */
  readonly changeLanguage: (code: LanguageCode) => Promise<void>;
  readonly currentLanguage: () => LanguageCode;
  /** Calls the listener after every change of the language. Returns a function that unsubscribes it. */
  readonly onLanguage: (listener: () => void) => () => void;
  readonly useLanguage: () => LanguageCode;
  /** Tag, name and direction of the current language. */
  readonly useLanguageInfo: () => Language;
  readonly useText: () => Text;
  /** Formats of dates and times for the language, in the device's time zone. */
  readonly useTimes: () => TimeFormat;
  /** Formats of percentages for the language. */
  readonly usePercent: () => PercentFormat;
}

/** Creates the language of a page. Render nothing before `loadTexts` has resolved. */
export function createLanguage<Text extends (key: never) => string>(
  settings: LanguageSettings<Text>,
): PageLanguage<Text> {
  const named = ((key: string) => key) as unknown as Text;
  const useStore = create<{ readonly code: LanguageCode; readonly t: Text }>(() => ({
    code: DEFAULT_LANGUAGE,
    t: named,
  }));
  const currentLanguage = (): LanguageCode => useStore.getState().code;
  const useLanguage = (): LanguageCode => useStore(({ code }) => code);
  const useLanguageInfo = (): Language => languageOf(useLanguage());
  let texts: Promise<Text> | undefined;

  const apply = (code: LanguageCode, t: Text): void => {
    const { tag, direction } = languageOf(code);
    document.documentElement.lang = tag;
    document.documentElement.dir = direction;
    settings.onApplied?.(code);
    useStore.setState({ code, t });
  };

  return {
    startLanguage: (code) => useStore.setState({ code }),
    loadTexts: () => {
      texts ??= settings.load(currentLanguage()).then((t) => {
        apply(currentLanguage(), t);
        return t;
      });
      return texts;
    },
    changeLanguage: async (code) => {
      const t = await settings.load(code);
      texts = Promise.resolve(t);
      settings.keep(code);
      apply(code, t);
    },
    currentLanguage,
    onLanguage: (listener) =>
      useStore.subscribe((now, before) => {
        if (now.code !== before.code) listener();
      }),
    useLanguage,
    useLanguageInfo,
    useText: () => useStore(({ t }) => t),
    useTimes: () => {
      const { tag } = useLanguageInfo();
      return useMemo(() => createTimeFormat(tag), [tag]);
    },
    usePercent: () => {
      const { percent } = useLanguageInfo();
      return useMemo(() => createPercentFormat(percent), [percent]);
    },
  };
}
