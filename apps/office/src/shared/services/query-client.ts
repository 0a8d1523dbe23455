import { createQueryClient } from '@fairlot/web';

const STALE_MS = 5_000;

/** Caches the answers of calls. */
export const queryClient = createQueryClient(STALE_MS);
