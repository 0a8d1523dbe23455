import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

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
  /** Why it is hidden; empty while it is not. */
  reason: z.string(),
  listed_at: isoTime,
  changed_at: isoTime,
});

export const rankingStaffCalls = {
  rankingNames: defineStaffList({
    path: '/office/api/ranking/names',
    roles: MODERATORS,
    summary: 'Display names of the ranking, the last changed first.',
    filters: {
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
      'Takes a name out of the ranking; its owner reads the reason and may choose another. The figures stay what they are.',
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
