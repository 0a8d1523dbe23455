import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const MODERATORS = ['support', 'compliance', 'administrator'] as const;
const subject = { kind: 'ranking_name', field: 'user_id' };
const reason = z.pipe(
  z.string().check(z.maxLength(300)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(
      z.minLength(3),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
);

/** A display name of the ranking. */
export const rankingName = z.object({
  user_id: z.int(),
  name: z.string(),
  state: z.enum(['listed', 'left', 'hidden']),
  /** Reason while hidden; empty otherwise. */
  reason: z.string(),
  listed_at: isoTime,
  changed_at: isoTime,
});

export const rankingStaffCalls = {
  rankingNames: defineStaffList({
    path: '/office/api/ranking/names',
    roles: MODERATORS,
    personal: true,
    summary: 'Display names of the ranking, latest change first.',
    filters: {
      ...period,
      state: z.optional(z.enum(['listed', 'left', 'hidden'])),
      name: z.optional(z.string().check(z.maxLength(40))),
    },
    row: rankingName,
  }),
  rankingHide: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/ranking/hide',
    roles: MODERATORS,
    changesState: true,
    subject,
    summary:
      'Removes a name from the ranking. The user reads the reason and may choose another name. The figures stay unchanged.',
    input: z.object({ user_id: id, reason }),
    output: rankingName,
  }),
  rankingRestore: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/ranking/restore',
    roles: MODERATORS,
    changesState: true,
    subject,
    summary: 'Shows a hidden name again.',
    input: z.object({ user_id: id }),
    output: rankingName,
  }),
} as const;
