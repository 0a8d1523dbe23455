import { z } from 'zod/mini';
import { decimal, id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';
import { staffReason } from './desk.ts';
import { groupDefinition, groupHedgedMargin, groupRule } from './group-terms.ts';

const readers = ['dealer', 'administrator', 'finance', 'compliance', 'support'] as const;
const editors = ['dealer', 'administrator'] as const;
const version = z.int().check(z.gte(1));

/** A change of the group that waits for a second person (`waiting`), or for its date (`approved`). */
const waitingChange = z.object({
  /** Number of the proposal. Rejecting it takes the change back. */
  proposal: z.int(),
  state: z.enum(['waiting', 'approved']),
  author: z.string(),
  /** Null while nobody has approved it. */
  effective_at: z.nullable(isoTime),
});

/** A group in the office’s list. */
export const officeGroup = z.object({
  id: z.int(),
  name: z.string(),
  note: z.string(),
  /** The kind of new accounts that begin in it; null for the others. Such a group can't be removed. */
  default_of: z.nullable(z.enum(['real', 'demo'])),
  stop_out_percent: z.nullable(z.int()),
  margin_call_percent: z.nullable(z.int()),
  hedged_margin: groupHedgedMargin,
  version: z.int(),
  real_accounts: z.int(),
  demo_accounts: z.int(),
  rules: z.int(),
  /** Null: none. */
  waiting_proposal: z.nullable(z.int()),
  /** When the waiting change takes effect; null while nobody has approved it. */
  waiting_until: z.nullable(isoTime),
});

/** The markup of one instrument. */
const resolvedMarkup = z.object({
  instrument_id: z.int(),
  code: z.string(),
  /** In the instrument’s smallest steps of price; null: a share of the spread that was not known. */
  bid_points: z.nullable(z.int()),
  ask_points: z.nullable(z.int()),
  /** The usual spread of the market in steps; null before the first quote. */
  spread_points: z.nullable(z.int()),
  /** Dollars of both sides together for one lot; null without a price. */
  lot_cost: z.nullable(decimal),
});

/** A rule with the name of what it is about, and its markups. */
const shownRule = z.object({
  ...groupRule.shape,
  /** The category in the caller’s language, or the instrument’s code. */
  name: z.string(),
  /** The markup of each instrument that the rule gives one. */
  resolved: z.array(resolvedMarkup),
});

export const officeGroupDetail = z.object({
  ...officeGroup.shape,
  rules: z.array(shownRule),
  waiting: z.nullable(waitingChange),
});

/** The answer to a change: the version in force now, or the number of the proposal that waits. */
const changed = z.object({
  id: z.nullable(z.int()),
  version: z.nullable(z.int()),
  proposal: z.nullable(z.int()),
});

/** Open positions and pending orders, and the accounts that have them. */
const touched = z.object({ accounts: z.int(), holders: z.int(), positions: z.int(), pending: z.int() });

/** One version of a group, with the JSON of its definition (`groupDefinition`) before and after. */
export const groupChange = z.object({
  id: z.int(),
  at: isoTime,
  staff_name: z.string(),
  group_id: z.int(),
  name: z.string(),
  version: z.int(),
  /** `{}` for a new group. */
  before: z.string(),
  /** `{}` for a removed one. */
  after: z.string(),
  reason: z.string(),
});

/** A move of an account. */
export const groupMove = z.object({
  id: z.int(),
  at: isoTime,
  staff_name: z.string(),
  user_id: z.int(),
  from_group: z.int(),
  from_name: z.string(),
  to_group: z.int(),
  to_name: z.string(),
  reason: z.string(),
});

export const groupCalls = {
  officeGroups: defineStaffList({
    path: '/office/api/groups/list',
    roles: readers,
    summary: 'Groups of accounts, the two of new accounts first.',
    filters: { q: z.optional(z.string().check(z.maxLength(60))) },
    row: officeGroup,
  }),
  officeGroup: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/groups/one',
    roles: readers,
    changesState: false,
    summary: 'One group with its rules, the markups that they give, and the change that waits.',
    input: z.object({ id }),
    output: officeGroupDetail,
  }),
  officeGroupEffect: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/groups/effect',
    roles: readers,
    changesState: false,
    summary:
      'The accounts, positions and orders of a group, and when a change would take effect. A change of swap, tiers, hedged margin or stop-out level concerns open positions; `concernsOpenPositions` of the contract tells.',
    input: z.object({ id }),
    output: z.object({
      real: touched,
      demo: touched,
      /** True while changes wait for a second person. */
      needs_approval: z.boolean(),
      /** When a change that concerns open positions would take effect if it were approved now; null: at once. */
      effective_at: z.nullable(isoTime),
    }),
  }),
  officeGroupMarkup: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/groups/markup',
    roles: readers,
    changesState: false,
    summary:
      'The markups that a rule would give, by instrument: `bid` and `ask` in points, or `percent` of the usual spread.',
    input: z.object({
      scope: groupRule.shape.scope,
      id,
      bid: z.optional(z.string().check(z.regex(/^\d{1,10}$/))),
      ask: z.optional(z.string().check(z.regex(/^\d{1,10}$/))),
      percent: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,3})(\.\d{1,2})?$/))),
    }),
    output: z.object({ list: z.array(resolvedMarkup) }),
  }),
  officeAddGroup: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/groups/add',
    roles: editors,
    changesState: true,
    subject: { kind: 'group', field: 'name' },
    bodyBytes: 512 * 1024,
    summary:
      'Adds a group. While there are real accounts it becomes a proposal for a second administrator (`proposal`).',
    input: z.object({ ...groupDefinition.shape, reason: staffReason }),
    output: changed,
  }),
  officeChangeGroup: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/groups/change',
    roles: editors,
    changesState: true,
    subject: { kind: 'group', field: 'id' },
    bodyBytes: 512 * 1024,
    summary:
      'Replaces the definition of a group. `version`: the one that the caller read; refused with `record_changed` when another is in force, and with `change_announced` while a change of the group waits. While there are real accounts it becomes a proposal for a second administrator. A change that concerns open positions of real accounts takes effect at a rollover at least 24 hours after the approval, as a whole; clients with open positions are told, and it can be taken back until then. Other changes take effect with the approval, for new orders.',
    input: z.object({ id, version, ...groupDefinition.shape, reason: staffReason }),
    output: changed,
  }),
  officeRemoveGroup: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/groups/remove',
    roles: editors,
    changesState: true,
    subject: { kind: 'group', field: 'id' },
    summary:
      'Removes a group without accounts, at once. The two groups of new accounts stay. Refused with `group_in_use`.',
    input: z.object({ id, version, reason: staffReason }),
    output: z.object({}),
  }),
  officeGroupChanges: defineStaffList({
    path: '/office/api/groups/changes',
    roles: readers,
    summary: 'All versions of groups, newest first.',
    filters: { ...period, group_id: z.optional(id) },
    row: groupChange,
  }),
  officeAccountGroup: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/groups/account',
    roles: readers,
    changesState: false,
    summary: 'The group of an account, the move that waits, and when another move would take effect.',
    input: z.object({ user_id: id }),
    output: z.object({
      group_id: z.int(),
      name: z.string(),
      kind: z.enum(['real', 'demo']),
      positions: z.int(),
      pending: z.int(),
      /** True when a move would wait for a second person. */
      needs_approval: z.boolean(),
      /** When a move would take effect if it were approved now; null: at once. */
      effective_at: z.nullable(isoTime),
      waiting: z.nullable(z.object({ ...waitingChange.shape, group_id: z.int(), name: z.string() })),
    }),
  }),
  officeMoveAccount: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/groups/move',
    roles: editors,
    changesState: true,
    subject: { kind: 'user', field: 'user_id' },
    summary:
      'Moves an account to a group. At once (`moved`), or, for a real account with open positions, as a proposal: it takes effect at a rollover at least 24 hours after the approval of a second administrator, the client is told, and it can be taken back until then. Open positions and pending orders keep their markup. `seen`: the group that the caller read; when the account is in another one now, the move is refused with `record_changed`.',
    input: z.object({ user_id: id, group_id: id, reason: staffReason, seen: z.optional(id) }),
    output: z.object({ moved: z.boolean(), proposal: z.nullable(z.int()) }),
  }),
  officeGroupMoves: defineStaffList({
    path: '/office/api/groups/moves',
    roles: readers,
    personal: true,
    summary: 'Moves of accounts between groups, newest first.',
    filters: { ...period, user_id: z.optional(id), group_id: z.optional(id) },
    row: groupMove,
  }),
} as const;
