import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, isoTime, nothing, page } from './scalar.ts';

/** How far an invited person has come. */
export const INVITED_STATES = ['registered', 'verified', 'funded', 'trading'] as const;

/** A person who registered with the caller's code. */
export const invitedPerson = z.object({
  /** Counted from the first person invited. */
  number: z.int(),
  /** Masked email address or mobile number; `***` after the data of the person were erased. */
  name: z.string(),
  registered_at: isoTime,
  state: z.enum(INVITED_STATES),
});

/** A reward as its receiver sees it. */
export const ownReward = z.object({
  id: z.int(),
  /** The invited person, masked. */
  name: z.string(),
  kind: z.enum(['fixed', 'share']),
  /** The UTC day of the fees of a share, or at whose end the conditions of a fixed sum were met. */
  day: z.string(),
  amount: decimal,
  /** review: staff decide, or the payment is under way. */
  state: z.enum(['review', 'paid', 'rejected']),
});

/** The operator's terms of rewards. */
export const rewardTerms = z.object({
  kind: z.enum(['fixed', 'share']),
  /** Dollars per person; of a fixed sum. */
  amount: decimal,
  /** Per cent of the trading fees; of a share. */
  percent: z.int(),
  /** Dollars that a person must deposit and leave, and pay in trading fees; of a fixed sum. */
  min_deposits: decimal,
  min_fees: decimal,
  /** Days from a person’s registration in which the conditions must be met, or whose fees are shared. */
  days: z.int(),
  /** Days that a deposit must have stood; of a fixed sum. */
  hold_days: z.int(),
});

export const inviteCalls = {
  inviteCenter: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/invite/center',
    access: 'real',
    changesState: false,
    summary:
      'By whom the caller was invited (masked; empty for nobody), the terms of rewards (null while the operator offers none), and what was paid to the caller: in all, and by UTC month, newest first, at most 24.',
    input: nothing,
    output: z.object({
      inviter: z.string(),
      terms: z.nullable(rewardTerms),
      earned: decimal,
      months: z.array(z.object({ month: z.string(), amount: decimal })),
    }),
  }),
  invitedPeople: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/invite/people',
    access: 'real',
    changesState: false,
    summary: 'Persons who registered with the caller’s invitation code, newest first, in a masked form.',
    input: z.object({ page }),
    output: z.object({ list: z.array(invitedPerson), total: z.int() }),
  }),
  ownRewards: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/invite/rewards',
    access: 'real',
    changesState: false,
    summary: 'The caller’s rewards for invited persons, newest first.',
    input: z.object({ page }),
    output: z.object({ list: z.array(ownReward), total: z.int() }),
  }),
} as const;
