import type { StaffOutput } from '@fairlot/client';
import { When, Words } from '../../shared/cells/cells.tsx';
import type { FigureLine } from '../../shared/cells/FigureList.tsx';
import type { Text } from '../../shared/language/text.ts';

type User = StaffOutput<'officeUser'>;

/** The state of a user's account: erased, closed, being closed, frozen or active. */
export function userState({ erasedAt, closedAt, closingAt, frozenAt }: User): string {
  if (erasedAt !== null) return 'erased';
  if (closedAt !== null) return 'closed';
  if (closingAt !== null) return 'closing';
  return frozenAt === null ? 'active' : 'frozen';
}

/** Times and reason of closing; nothing for an account that is open. */
export function closingFigures(t: Text, { closingAt, closingReason, closedAt, erasedAt }: User): readonly FigureLine[] {
  const erased = erasedAt === null ? [] : [{ label: t('field.erased_at'), value: <When at={erasedAt} /> }];
  if (closingAt === null) return erased;
  return [
    { label: t('field.closing_at'), value: <When at={closingAt} /> },
    {
      label: t('field.reason'),
      value: closingReason === '' && erasedAt === null ? t('users.closedByOwner') : <Words>{closingReason}</Words>,
    },
    ...(closedAt === null ? [] : [{ label: t('field.closed_at'), value: <When at={closedAt} /> }]),
    ...erased,
  ];
}
