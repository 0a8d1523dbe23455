import { CallError } from '@fairlot/client';
import { QueryClient } from '@tanstack/react-query';

const STALE_MS = 5_000;

/** Keeps answers of calls. A refusal is an answer and is not asked for again; a lost request is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && error instanceof CallError && error.kind === 'transport',
    },
    mutations: { retry: false },
  },
});
