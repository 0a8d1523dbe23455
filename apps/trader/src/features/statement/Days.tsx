import { createTimeFormat } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useLanguageInfo, useText } from '../../shared/language/language.ts';
import type { Statement } from '@fairlot/client';

/** First and last day of a statement, in UTC. */
export function Days({ statement }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const { tag } = useLanguageInfo();
  const utc = createTimeFormat(tag, 'UTC');
  const [from, to] = [utc.date(statement.from), utc.date(Date.parse(statement.to) - 1)];
  return from === to ? t('statement.day', { day: from }) : t('statement.days', { from, to });
}
