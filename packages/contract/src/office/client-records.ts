import { z } from 'zod/mini';
import { id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';
import { USER_READERS, staffText } from './users.ts';

/** Roles that link the records of one person, and read hints that records belong together. */
export const LINK_ROLES = ['compliance', 'administrator'] as const;
const subject = { kind: 'user', field: 'user_id' };
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const dayOfCalendar = day.check(
  z.refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)),
);

/** A note of staff about a user. */
export const userNote = z.object({
  id: z.int(),
  at: isoTime,
  author: z.string(),
  text: z.string(),
  /** Number of the earlier note that this one strikes out; null for a plain note. */
  strikes: z.nullable(z.int()),
  /** Author of the later note that strikes this one out; null while none does. */
  struck_by: z.nullable(z.string()),
});

/** A task of staff about a user. */
export const userTask = z.object({
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  /** Email, else mobile number of the user. */
  account: z.string(),
  text: z.string(),
  /** Role for which it is; null for the task of one person. */
  for_role: z.nullable(z.enum(USER_READERS)),
  /** Name of the member of staff for whom it is; null for the task of a role. */
  for_staff: z.nullable(z.string()),
  due_on: day,
  /** The due day (UTC) is over and the task is open. */
  overdue: z.boolean(),
  author: z.string(),
  created_at: isoTime,
  done_at: z.nullable(isoTime),
  done_by: z.nullable(z.string()),
});

/** A message that a member of staff sent from the page of a user. */
export const sentMessage = z.object({
  id: z.int(),
  at: isoTime,
  author: z.string(),
  text: z.string(),
  /** Besides the support chat: by mail, by SMS (that there is a message), or in the chat alone. */
  sent_by: z.enum(['mail', 'sms', 'chat']),
});

/** Hints that two records belong to one person. */
export const SIMILAR_BY = ['document', 'payout', 'device'] as const;

const otherUser = { user_id: z.int(), uid: z.string(), account: z.string() };

/** Another record of the same person, as a member of staff linked it. */
export const userLink = z.object({ id: z.int(), ...otherUser, at: isoTime, author: z.string(), reason: z.string() });

const notes = {
  officeNotes: defineStaffList({
    path: '/office/api/users/notes',
    roles: USER_READERS,
    personal: true,
    subject,
    summary: 'Notes of staff about a user, newest first. A note is never changed; a later one can strike it out.',
    filters: { user_id: id },
    row: userNote,
  }),
  officeStrikeNote: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/note/strike',
    roles: USER_READERS,
    changesState: true,
    subject,
    summary: 'Strikes a note out with a later note that says why. The earlier note stays readable.',
    input: z.object({ user_id: id, id, text: staffText }),
    output: z.object({ id: z.int() }),
  }),
} as const;

const tasks = {
  officeTasks: defineStaffList({
    path: '/office/api/tasks/list',
    roles: USER_READERS,
    personal: true,
    summary:
      'Tasks: open ones by their due day, done ones newest first. `mine`: those for the caller and for the caller’s roles; `user_id`: those about a user.',
    filters: {
      state: z._default(z.enum(['open', 'done']), 'open'),
      mine: z.optional(z.enum(['0', '1'])),
      user_id: z.optional(id),
    },
    row: userTask,
  }),
  officeColleagues: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/tasks/colleagues',
    roles: USER_READERS,
    changesState: false,
    summary: 'Members of staff who can be given a task: their numbers and names.',
    input: nothing,
    output: z.object({ list: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  officeAddTask: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/tasks/add',
    roles: USER_READERS,
    changesState: true,
    subject,
    summary:
      'Adds a task about a user. `assignee` is a role, such as compliance, or the number of a member of staff. At most 50 open ones for a user.',
    input: z.object({
      user_id: id,
      text: staffText,
      assignee: z.union([z.enum(USER_READERS), id]),
      due_on: dayOfCalendar,
    }),
    output: z.object({ id: z.int() }),
  }),
  officeFinishTask: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/tasks/finish',
    roles: USER_READERS,
    changesState: true,
    subject: { kind: 'task', field: 'id' },
    summary: 'Marks an open task as done.',
    input: z.object({ id }),
    output: z.object({ id: z.int() }),
  }),
} as const;

const messages = {
  officeSentMessages: defineStaffList({
    path: '/office/api/users/messages',
    roles: USER_READERS,
    personal: true,
    subject,
    summary: 'Messages that staff sent to a user from the user’s page, newest first.',
    filters: { user_id: id },
    row: sentMessage,
  }),
  officeSendMessage: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/message',
    roles: ['support', 'compliance', 'administrator'],
    changesState: true,
    idempotency: 'own',
    subject,
    summary:
      'Sends a message to a user: to the support chat, by mail (without an address, an SMS that there is a message), and as a push message. At most 20 a day to one user.',
    input: z.object({ user_id: id, text: staffText }),
    output: z.object({ id: z.int(), sent_by: sentMessage.shape.sent_by }),
  }),
} as const;

const links = {
  officeUserLinks: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/users/links',
    roles: USER_READERS,
    changesState: false,
    personal: true,
    subject,
    summary:
      'Other records of the same person, and, for compliance and administrators, users with the same payout account, the same device and network, or, for compliance, the same document: at most 20 each.',
    input: z.object({ user_id: id }),
    output: z.object({
      linked: z.array(userLink),
      similar: z.array(z.object({ ...otherUser, by: z.array(z.enum(SIMILAR_BY)) })),
    }),
  }),
  officeLinkUsers: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/link',
    roles: LINK_ROLES,
    changesState: true,
    subject,
    summary: 'Links two users as the same person, with a reason. Both pages show it; nothing is merged or deleted.',
    input: z.object({ user_id: id, other_id: id, reason: staffText }),
    output: z.object({ id: z.int() }),
  }),
  officeUnlinkUsers: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/unlink',
    roles: LINK_ROLES,
    changesState: true,
    subject,
    summary: 'Ends a link between two users, with a reason.',
    input: z.object({ user_id: id, id, reason: staffText }),
    output: z.object({}),
  }),
} as const;

export const clientRecordCalls = { ...notes, ...tasks, ...messages, ...links } as const;
