import type { ReactNode } from 'react';
import { JsonChange } from '../shared/cells/JsonChange.tsx';
import { mayCall } from '../shared/session/rights.ts';
import { useSelf } from '../shared/session/session.ts';
import { useRead } from './list-calls.ts';

export interface RecordChangeProps {
  readonly before: string | null;
  readonly after: string | null;
  /** Shows the fields that stay as they are too. */
  readonly whole?: boolean | undefined;
}

/** The old and new value of a setting or of terms. The currency of a bank account has its name, for those who may read it. */
export function RecordChange({ before, after, whole }: RecordChangeProps): ReactNode {
  const { roles } = useSelf();
  const hasCoin = `${before}${after}`.includes('"bank_coin"');
  const coins = useRead('staffCoins', {}, { enabled: hasCoin && mayCall(roles, 'staffCoins') });
  const nameOf = (field: string, value: unknown): string | undefined =>
    field === 'bank_coin' ? coins.data?.find(({ id }) => id === value)?.name : undefined;
  return <JsonChange before={before} after={after} whole={whole} nameOf={nameOf} />;
}
