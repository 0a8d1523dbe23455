import type { AccountType } from '@fairlot/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../shared/services.ts';
import { useDrawn } from '../shared/use-drawn.ts';
import { countryOfDevice, useAreas } from './areas.ts';
import type { Area } from './areas.ts';

/** How somebody names an account: email, or mobile number with an area. */
export interface AccountName {
  readonly type: AccountType;
  readonly account: string;
  /** The chosen area, or the device's own until one is chosen. */
  readonly area: Area | undefined;
  readonly setType: (type: AccountType) => void;
  readonly setAccount: (account: string) => void;
  readonly setArea: (area: Area) => void;
}

/** State of the fields that name an account. The areas are asked for once one is needed: with every account, or with a mobile number. */
export function useAccountName(withArea = false): AccountName {
  const [type, setType] = useState<AccountType>('email');
  const [accounts, setAccounts] = useState<Readonly<Record<AccountType, string>>>({ email: '', mobile: '' });
  const [chosen, setArea] = useState<number>();
  const { data: areas } = useAreas(withArea || type === 'mobile');
  const country = countryOfDevice();
  const area = areas?.find(({ id, code }) => (chosen === undefined ? code === country : id === chosen));
  return {
    type,
    account: accounts[type].trim(),
    area,
    setType,
    setAccount: (account) => setAccounts({ ...accounts, [type]: account }),
    setArea: ({ id }) => setArea(id),
  };
}

/** Whether the operator offers mobile numbers beside email (setting is_show_mobile). */
export function useMobileOffered(): boolean {
  const api = useApi();
  const drawn = useDrawn();
  const { data } = useQuery({
    enabled: drawn,
    queryKey: ['setting', 'is_show_mobile'],
    queryFn: ({ signal }) => api.call('setting', { key: 'is_show_mobile' }, { quiet: true, initial: true, signal }),
    staleTime: 5 * 60_000,
  });
  return data?.value === '1';
}
