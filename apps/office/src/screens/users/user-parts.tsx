import type { StaffOutput } from '@fairlot/client';
import type { StaffCallName } from '@fairlot/contract';
import type { ReactNode } from 'react';
import type { Text } from '../../shared/language/text.ts';
import { TRADE_PARTS } from './trade-parts.tsx';
import { UserInvited } from './UserInvited.tsx';
import { UserSessions, UserTimeline } from './UserLists.tsx';

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
];
