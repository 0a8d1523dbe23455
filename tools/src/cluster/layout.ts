/** Roles in the order in which a cluster starts. It stops in the reverse order. */
export const START_ORDER = ['market', 'trading', 'web,worker', 'gateway'] as const;
export type MemberRoles = (typeof START_ORDER)[number];

/** One process of a cluster. */
export interface MemberPlan {
  readonly name: string;
  readonly roles: MemberRoles;
  readonly environment: Readonly<Record<string, string>>;
}

/** Real shards of the cluster; shard 1, with the demo accounts, is one more. */
export const REAL_SHARDS = 3;
export const SHARDS = [0, 1, 2, 3] as const;

/**
 * The processes of `npm run cluster`: two gateways, two holders of two shards each and a standby for all of them, two
 * markets and two houses. The second market and the second house stand by.
 */
export function layout(): readonly MemberPlan[] {
  return [
    member('gateway-a', 'gateway'),
    member('gateway-b', 'gateway'),
    member('house-a', 'web,worker'),
    member('house-b', 'web,worker'),
    member('market-a', 'market'),
    member('market-b', 'market'),
    member('trading-a', 'trading', '0-1'),
    member('trading-b', 'trading', '2-3'),
    member('trading-c', 'trading', 'none'),
  ];
}

/** Sessions of the pools. Together with those of leases and journals they stay below MAX_SESSIONS. */
const SESSIONS: Readonly<Record<MemberRoles, readonly [trading: number, calls: number, reports: number]>> = {
  market: [4, 1, 1],
  trading: [8, 1, 1],
  'web,worker': [8, 8, 3],
  gateway: [4, 6, 2],
};
/** Sessions that the cluster's PostgreSQL takes. */
export const MAX_SESSIONS = 200;

function member(name: string, roles: MemberRoles, shards?: string): MemberPlan {
  const [trading, calls, reports] = SESSIONS[roles];
  return {
    name,
    roles,
    environment: {
      FAIRLOT_ROLES: roles,
      FAIRLOT_PROCESS_NAME: name,
      FAIRLOT_REAL_SHARDS: String(REAL_SHARDS),
      ...(shards !== undefined && { FAIRLOT_SHARDS: shards }),
      // Gateways pass on the addresses of visitors.
      ...(roles === 'web,worker' && { FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' }),
      FAIRLOT_DATABASE_TRADING_SESSIONS: String(trading),
      FAIRLOT_DATABASE_CALL_SESSIONS: String(calls),
      FAIRLOT_DATABASE_REPORT_SESSIONS: String(reports),
    },
  };
}
