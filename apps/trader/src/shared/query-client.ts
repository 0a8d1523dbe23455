import { isAskedAgain } from '@fairlot/client';
import { QueryClient } from '@tanstack/react-query';

const STALE_MS = 10_000;

/** Keeps answers of calls. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      refetchOnWindowFocus: true,
      retry: isAskedAgain,
    },
    mutations: { retry: false },
  },
});

/** Key of a query that belongs to one account: another user never sees what it kept. */
export const accountKey = (user: string, ...rest: readonly (string | number)[]): readonly (string | number)[] => [
  'account',
  user,
  ...rest,
];
