import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { Filter } from './list-types.ts';

/**
 * The state of a list. It is stored in the page's address, so that it survives a reload, works with the back button and
 * can be shared as a link.
 */
export interface ListUrl {
  readonly page: number;
  readonly values: Readonly<Record<string, string>>;
  /** Id of the open record. */
  readonly openId: string | null;
  readonly setPage: (page: number) => void;
  /** Sets a filter that was chosen, and closes the open record. */
  readonly setFilter: (name: string, value: string) => void;
  /** Sets a filter that was typed a moment ago: a record that was opened since then stays open. */
  readonly setTyped: (name: string, value: string) => void;
  readonly setOpen: (id: string | null) => void;
}

const NONE = '-';

export function useListUrl(filters: readonly Filter[]): ListUrl {
  const [params, setParams] = useSearchParams();
  const page = Number(/^[1-9]\d{0,4}$/.exec(params.get('page') ?? '')?.[0] ?? 1);
  const values = Object.fromEntries(
    filters.map((filter) => {
      const given = params.get(filter.name);
      return [filter.name, given === NONE ? '' : (given ?? (filter.kind === 'choice' ? (filter.first ?? '') : ''))];
    }),
  );
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>, replace: boolean): void => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace },
      );
    },
    [setParams],
  );
  return {
    page,
    values,
    openId: params.get('id'),
    setPage: (number) => set({ page: number === 1 ? null : String(number), id: null }, true),
    setFilter: useCallback(
      (name: string, value: string) => set({ [name]: value === '' ? NONE : value, page: null, id: null }, true),
      [set],
    ),
    setTyped: useCallback(
      (name: string, value: string) => set({ [name]: value === '' ? NONE : value, page: null }, true),
      [set],
    ),
    setOpen: (id) => set({ id }, params.has('id') || id === null),
  };
}
