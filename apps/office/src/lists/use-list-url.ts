import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
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

/**
 * The path and the parameters of the page's address at this moment. What was last drawn may be older: a change of the
 * address is drawn when the page has time, and another one may come first.
 */
function presentAddress(): { readonly path: string; readonly params: URLSearchParams } {
  const [path = '', ...search] = location.hash.slice(1).split('?');
  return { path, params: new URLSearchParams(search.join('?')) };
}

export function useListUrl(filters: readonly Filter[]): ListUrl {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const page = Number(/^[1-9]\d{0,4}$/.exec(params.get('page') ?? '')?.[0] ?? 1);
  const values = Object.fromEntries(
    filters.map((filter) => {
      const given = params.get(filter.name);
      return [filter.name, given === NONE ? '' : (given ?? (filter.kind === 'choice' ? (filter.first ?? '') : ''))];
    }),
  );
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>, isStep = false): void => {
      const { path, params: present } = presentAddress();
      // The user is on the way to another screen, which a search typed before must not undo.
      if (path !== pathname) return;
      const replace = !isStep || present.has('id');
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) present.delete(name);
        else present.set(name, value);
      }
      void navigate(`?${present}`, { replace });
    },
    [pathname, navigate],
  );
  return {
    page,
    values,
    openId: params.get('id'),
    setPage: (number) => set({ page: number === 1 ? null : String(number), id: null }),
    setFilter: useCallback(
      (name: string, value: string) => set({ [name]: value === '' ? NONE : value, page: null, id: null }),
      [set],
    ),
    setTyped: useCallback(
      (name: string, value: string) => set({ [name]: value === '' ? NONE : value, page: null }),
      [set],
    ),
    setOpen: (id) => set({ id }, id !== null),
  };
}
