import type { Text } from '../../shared/language/text.ts';
import { UserLedger } from './UserLedger.tsx';
import { UserOrders, UserPositions } from './UserTrades.tsx';

interface PartProps {
  readonly user: { readonly id: number };
}

/** The parts of a user's page about money and trading. */
export const TRADE_PARTS = [
  {
    name: 'money',
    label: (t: Text) => t('kind.ledger'),
    call: 'officeUserTimeline',
    Part: ({ user }: PartProps) => <UserLedger id={user.id} />,
  },
  {
    name: 'positions',
    label: (t: Text) => t('menu.positions'),
    call: 'officePositions',
    Part: ({ user }: PartProps) => <UserPositions id={user.id} state="open" />,
  },
  {
    name: 'orders',
    label: (t: Text) => t('menu.orders'),
    call: 'officeOrders',
    Part: ({ user }: PartProps) => <UserOrders id={user.id} />,
  },
  {
    name: 'trades',
    label: (t: Text) => t('users.trades'),
    call: 'officePositions',
    Part: ({ user }: PartProps) => <UserPositions id={user.id} state="closed" />,
  },
] as const;
