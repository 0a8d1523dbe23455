import { create } from 'zustand';

interface Drafts {
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Texts that were typed and not saved, by a key of the caller. They are in memory, so that neither a refetch nor the end
 * of the session loses them. No draft is stored on the device, because it may hold personal data.
 */
export const useDrafts = create<Drafts>(() => ({ values: {} }));

/** Stores a draft; undefined removes it. */
export function setDraft(key: string, value: unknown): void {
  useDrafts.setState(({ values }) => {
    const { [key]: _, ...others } = values;
    return { values: value === undefined ? others : { ...others, [key]: value } };
  });
}

/** Removes all drafts, before another person uses the page. */
export function dropDrafts(): void {
  useDrafts.setState({ values: {} });
}

/** Returns a draft and its setter. A key must always be used with the same type. */
export function useDraft<T>(key: string): readonly [T | undefined, (value: T | undefined) => void] {
  const value = useDrafts((drafts) => drafts.values[key]) as T | undefined;
  return [value, (next) => setDraft(key, next)];
}
