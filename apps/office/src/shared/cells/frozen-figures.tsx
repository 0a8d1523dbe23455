import type { Text } from '../language/text.ts';
import { When, Words } from './cells.tsx';
import type { FigureLine } from './FigureList.tsx';

/** The freeze of a user in force. */
export interface Freeze {
  readonly frozenAt: string | null;
  readonly frozenReason: string;
  /** null when the owner froze the account with the link in a notice. */
  readonly frozenBy: string | null;
}

/** Time, author and reason of a freeze; nothing for a user who is not frozen. */
export function frozenFigures(t: Text, { frozenAt, frozenReason, frozenBy }: Freeze): readonly FigureLine[] {
  if (frozenAt === null) return [];
  const isOwners = frozenBy === null && frozenReason === '';
  return [
    { label: t('field.frozen_at'), value: <When at={frozenAt} /> },
    { label: t('field.frozen_by'), value: isOwners ? t('users.byOwner') : <Words>{frozenBy ?? ''}</Words> },
    { label: t('field.frozen_reason'), value: <Words>{frozenReason}</Words> },
  ];
}
