import type { StaffOutput } from '@fairlot/client';
import type { StaffCallName } from '@fairlot/contract';
import type { ReactNode } from 'react';
import type { Text } from '../../shared/language/text.ts';
import { TRADE_PARTS } from './trade-parts.tsx';
import { UserInvited } from './UserInvited.tsx';
import { UserLinks } from './UserLinks.tsx';
import { UserSessions, UserTimeline } from './UserLists.tsx';
import { UserMessages, UserNotes, UserTasks } from './UserRecords.tsx';

/** A part of a user's page next to the facts. Those whose call the roles don't allow are left out. */
export interface UserPart {
  /** Its name in the address of the page. */
  readonly name: string;
  readonly label: (t: Text) => string;
  readonly call: StaffCallName;
  readonly Part: (props: { readonly user: StaffOutput<'officeUser'> }) => ReactNode;
}

/** The parts of a user's page, in their order; the first one is shown at first. */
export const USER_PARTS: readonly UserPart[] = [
  {
    name: 'timeline',
    label: (t) => t('users.timeline'),
    call: 'officeUserTimeline',
    Part: ({ user }) => <UserTimeline id={user.id} />,
  },
  {
    name: 'notes',
    label: (t) => t('users.notes'),
    call: 'officeNotes',
    Part: ({ user }) => <UserNotes id={user.id} />,
  },
  {
    name: 'tasks',
    label: (t) => t('menu.tasks'),
    call: 'officeTasks',
    Part: ({ user }) => <UserTasks id={user.id} />,
  },
  {
    name: 'messages',
    label: (t) => t('users.messages'),
    call: 'officeSentMessages',
    Part: ({ user }) => <UserMessages id={user.id} />,
  },
  ...TRADE_PARTS,
  {
    name: 'sessions',
    label: (t) => t('users.sessions'),
    call: 'officeUserSessions',
    Part: ({ user }) => <UserSessions id={user.id} />,
  },
  {
    name: 'invited',
    label: (t) => t('users.invited'),
    call: 'officeInvited',
    Part: ({ user }) => <UserInvited id={user.id} />,
  },
  {
    name: 'links',
    label: (t) => t('users.links'),
    call: 'officeUserLinks',
    Part: ({ user }) => <UserLinks id={user.id} />,
  },
];
