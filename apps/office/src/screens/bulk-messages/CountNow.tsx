import { formatCount } from '@fairlot/client';
import type { StaffInput } from '@fairlot/client';
import { BULK_MOST_RECIPIENTS } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import { useText } from '../../shared/language/language.ts';

interface CountNowProps {
  readonly input: StaffInput<'officeBulkCount'>;
  /** False while the selection is not whole. */
  readonly enabled?: boolean;
}

/** The number of clients who would get a message now. */
export function CountNow({ input, enabled = true }: CountNowProps): ReactNode {
  const t = useText();
  const { data } = useRead('officeBulkCount', input, { enabled });
  const text =
    data === undefined
      ? t('loading')
      : data.tooMany
        ? t('bulk.tooMany', { most: formatCount(BULK_MOST_RECIPIENTS) })
        : t('bulk.count', { clients: formatCount(data.clients), mails: formatCount(data.byMail) });
  return (
    <output data-testid="count" className="block rounded-control bg-sunken px-3 py-2 text-14">
      {text}
    </output>
  );
}
