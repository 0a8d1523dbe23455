import { createTimeFormat } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useLanguageInfo } from '../../shared/language.ts';
import { useText } from '../../shared/text.ts';
import type { Statement } from './wish.ts';

/** The days of a statement as they were taken, first and last, in UTC. */
export function Days({ statement }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const { tag } = useLanguageInfo();
  const utc = createTimeFormat(tag, 'UTC');
  const [from, to] = [utc.date(statement.from), utc.date(Date.parse(statement.to) - 1)];
  return from === to ? text('statement.day', { day: from }) : text('statement.days', { from, to });
}
