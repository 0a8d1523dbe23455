import { z } from 'zod/mini';
import { INVITED_STATES } from '../invite.ts';
import { decimal, id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

/** Words for the audit log, and for colleagues. */
const remark = z._default(
  z.pipe(
    z.string().check(z.maxLength(500)),
    z.pipe(
      z.transform((text: string) => text.trim()),
      z.string().check(z.regex(/^[^\p{Cc}]*$/u)),
    ),
  ),
  '',
);

/** Why a reward waits: signs that inviter and invited person are one or of the house, a freeze, a limit. */
export const REWARD_REASONS = ['document', 'payee', 'network', 'chain', 'staff', 'frozen', 'people', 'sum'] as const;

/** A reward for an invited person. */
export const staffReward = z.object({
  id: z.int(),
  /** The inviter, who gets it. */
  user_id: z.int(),
  uid: z.string(),
  invited_id: z.int(),
  invited_uid: z.string(),
  kind: z.enum(['fixed', 'share']),
  /** The UTC day of the fees of a share, or at whose end the conditions of a fixed sum were met. */
  day: z.string(),
  /** Dollars of fees and per cent of a share; 0 for a fixed sum. */
  basis: decimal,
  percent: z.int(),
  amount: decimal,
  /** waiting: staff decide. approved: the payment is under way. refused: by the engine. rejected: by staff. */
  state: z.enum(['waiting', 'approved', 'paid', 'refused', 'rejected']),
  reasons: z.array(z.enum(REWARD_REASONS)),
  /** The first of two people who approve. */
  approver: z.nullable(z.string()),
  decider: z.nullable(z.string()),
  decided_at: z.nullable(isoTime),
  remark: z.string(),
  /** Reason of the engine’s refusal. */
  refusal: z.nullable(z.string()),
  /** The text of `refusal` in the caller’s language. */
  message: z.nullable(z.string()),
  created_at: isoTime,
});

/** A person whom a user invited. */
export const officeInvited = z.object({
  id: z.int(),
  uid: z.string(),
  email: z.string(),
  mobile: z.string(),
  registered_at: isoTime,
  state: z.enum(INVITED_STATES),
  /** Dollars of rewards paid for the person. */
  rewarded: decimal,
});

export const rewardStaffCalls = {
  officeInvited: defineStaffList({
    path: '/office/api/users/invited',
    roles: ['support', 'compliance', 'finance', 'administrator'],
    personal: true,
    subject: { kind: 'user', field: 'user_id' },
    summary: 'Persons who registered with a user’s invitation code, newest first.',
    filters: { user_id: id },
    row: officeInvited,
  }),
  officeRewards: defineStaffList({
    path: '/office/api/rewards/list',
    roles: ['finance', 'compliance', 'administrator'],
    personal: true,
    summary: 'Rewards for invited persons: waiting ones oldest first, others newest first.',
    filters: { ...period, user_id: z.optional(id), state: z.optional(staffReward.shape.state) },
    row: staffReward,
  }),
  officeDecideReward: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/rewards/decide',
    roles: ['finance'],
    changesState: true,
    subject: { kind: 'reward', field: 'id' },
    summary:
      'Approves a waiting reward, which is then paid once, or rejects it, also for later rewards of the same pair. Above the sums that one person may move, the approval of a second person is needed too.',
    input: z.object({ id, approve: z.boolean(), remark }),
    output: staffReward,
  }),
} as const;
