import { accountKey } from '../../shared/services/query-client.ts';

/** Query key of a user's price alerts. */
export const alertsKey = (user: string): readonly (string | number)[] => accountKey(user, 'alerts');
