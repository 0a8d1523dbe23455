import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { STAFF_ROLES, type StaffRole, defineStaffCall, defineStaffList, period } from './call.ts';

/** Kinds of changes that wait for a second person while there are real accounts, and the roles of that person. */
export const PROPOSAL_ROLES = {
  settings: ['administrator'],
  network: ['administrator'],
  collect_coin: ['administrator'],
  receiving_account: ['administrator'],
  draw_currency: ['administrator'],
  instrument: ['administrator'],
  swap: ['administrator'],
  symbol: ['administrator'],
  listing: ['administrator'],
  calendar: ['administrator'],
  catalogue: ['administrator'],
  close: ['administrator'],
  correct: ['administrator'],
  staff_roles: ['administrator'],
  mail_text: ['administrator'],
  exposure_limit: ['administrator'],
  group: ['administrator'],
  group_move: ['administrator'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;
export type ProposalKind = keyof typeof PROPOSAL_ROLES;

/** A change that waits, or waited, for a second person. */
export const proposal = z.object({
  id: z.int(),
  /** settings, network, collect_coin, receiving_account, draw_currency, instrument, swap, symbol, listing (a new instrument), calendar, catalogue (a file), close, staff_roles, mail_text, exposure_limit, group, group_move (of an account). */
  kind: z.string(),
  /** Number of the record that changes; null for the settings and for a new record. */
  subject_id: z.nullable(z.int()),
  /** Name of the record that changes; null for the settings. */
  subject_name: z.nullable(z.string()),
  /** The changed values as JSON, before and after; all values of a record of payment terms that is enabled. */
  before: z.string(),
  after: z.string(),
  /**
   * waiting: needs a second person. approved: takes effect at `effective_at`. refused: could not be applied (`reason`).
   * rejected: a second person said no, or the author withdrew it.
   */
  state: z.enum(['waiting', 'approved', 'done', 'refused', 'rejected']),
  author_id: z.int(),
  author: z.string(),
  approver: z.nullable(z.string()),
  created_at: isoTime,
  decided_at: z.nullable(isoTime),
  /** When the change takes effect, if that is later than its approval. A swap: market time of its first rollover. */
  effective_at: z.nullable(isoTime),
  /** No second person had the right to approve: it takes effect at `effective_at` without an approval. */
  alone: z.boolean(),
  /** Reason of a refusal. */
  reason: z.nullable(z.string()),
  /** The text of `reason` in the caller’s language. */
  message: z.nullable(z.string()),
});

export const proposalCalls = {
  proposals: defineStaffList({
    path: '/office/api/proposals/list',
    roles: STAFF_ROLES,
    summary: 'Changes of settings, terms and roles that need a second person, newest first.',
    filters: { ...period, state: z.optional(proposal.shape.state) },
    row: proposal,
  }),
  decideProposal: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/proposals/decide',
    roles: ['administrator', 'dealer'],
    changesState: true,
    subject: { kind: 'proposal', field: 'id' },
    summary:
      'Approves a waiting change, or rejects a change that has not taken effect. Approving is for administrators, and rejecting too; the author can only withdraw it, and accounts that count as the author’s cannot approve it. A change whose record was changed meanwhile is refused.',
    input: z.object({ id, approve: z.boolean() }),
    output: proposal,
  }),
} as const;
