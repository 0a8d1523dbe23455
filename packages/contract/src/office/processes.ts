import { z } from 'zod/mini';
import { isoTime, nothing } from '../scalar.ts';
import { defineStaffCall } from './call.ts';

/** Roles of a process of the server. */
export const PROCESS_ROLES = ['market', 'trading', 'web', 'worker', 'gateway'] as const;

const serverProcess = z.object({
  name: z.string(),
  roles: z.array(z.enum(PROCESS_ROLES)),
  version: z.string(),
  started_at: isoTime,
  /** The last heartbeat. */
  seen_at: isoTime,
  /** False when the last heartbeat is older than three seconds. */
  alive: z.boolean(),
  /** Processor cores in use since the last heartbeat. */
  cpu_cores: z.number(),
  heap_mb: z.number(),
  /** 99th percentile of the delays of the event loop. */
  event_loop_p99_ms: z.number(),
  /** Open sockets; null in a process that takes none. */
  sockets: z.nullable(z.int()),
  /** Milliseconds since the last quote; null in a process without a market. */
  market_silence_ms: z.nullable(z.int()),
  /** True while the bus is connected; null in an installation of one process, which has none. */
  bus_connected: z.nullable(z.boolean()),
});

const shard = z.object({
  number: z.int(),
  kind: z.enum(['real', 'demo']),
  /** True when new accounts are placed on it. */
  takes_new: z.boolean(),
  accounts: z.int(),
  /** Name of the process that has the lease; null when it is free or nobody renews it. */
  holder: z.nullable(z.string()),
  /** Number of holders so far. */
  epoch: z.int(),
  /** null for a lease that does not end by itself, as in an installation of one process. */
  lease_ends_at: z.nullable(isoTime),
  /** Rows that are not committed; null while no process says so. */
  uncommitted: z.nullable(z.int()),
  /** Committed rows that the tables lack; null while no process says so. */
  unwritten: z.nullable(z.int()),
});

/** The right of one process to a role that only one may have at a time. */
const roleLease = z.object({ role: z.string(), holder: z.string(), epoch: z.int(), ends_at: isoTime });

export const processCalls = {
  officeProcesses: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/processes',
    roles: ['support', 'compliance', 'finance', 'dealer', 'administrator'],
    changesState: false,
    summary: 'Processes of the server with their load, and the holders of shards and roles.',
    input: nothing,
    output: z.object({
      /** True when the server is one process, which keeps no heartbeats and has no bus. */
      single: z.boolean(),
      processes: z.array(serverProcess),
      shards: z.array(shard),
      role_leases: z.array(roleLease),
    }),
  }),
} as const;
