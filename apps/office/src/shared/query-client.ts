import { isAskedAgain } from '@fairlot/client';
import { QueryClient } from '@tanstack/react-query';

const STALE_MS = 5_000;

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
