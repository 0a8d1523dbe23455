import { createQueryClient } from '@fairlot/web';

const STALE_MS = 10_000;

/** Caches the answers of calls. */
export const queryClient = createQueryClient(STALE_MS);

/** Query key that contains the account, so that another user never sees cached answers. */
export const accountKey = (user: string, ...rest: readonly (string | number)[]): readonly (string | number)[] => [
  'account',
  user,
  ...rest,
];
