import { accountKey } from '../shared/query-client.ts';

/** Key of the query for a user's alerts. */
export const alertsKey = (user: string): readonly (string | number)[] => accountKey(user, 'alerts');
