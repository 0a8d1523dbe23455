import { accountType, mayRegister } from '@fairlot/contract';
import type { AccountType } from '@fairlot/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/services/services.ts';
import { useDrawn } from '../../shared/layout/use-drawn.ts';
import { useSite } from '../../shared/site/site.ts';
import { countryOfDevice, useAreas } from './areas.ts';
import type { CallingArea } from '@fairlot/client';

/** Fields that name an account: an email, or a mobile number with its area. */
export interface AccountName {
  readonly type: AccountType;
  /** The types to choose from. */
  readonly types: readonly AccountType[];
  /** The operator shows mobile numbers next to email (setting is_show_mobile). */
  readonly isMobileShown: boolean;
  readonly account: string;
  /** The selected area; before any selection the area of the device's region. */
  readonly area: CallingArea | undefined;
  readonly setType: (type: AccountType) => void;
  readonly setAccount: (account: string) => void;
  readonly setArea: (area: CallingArea) => void;
}

/**
/**
 * State of the fields that name an account. Registration offers the types that the operator accepts; the other forms
 * always offer both, because an account may have only a mobile number. Areas are loaded only when needed: to register,
 * or once the type is mobile.
 */
export function useAccountName(registers = false): AccountName {
  const [chosenType, setType] = useState<AccountType>('email');
  const isMobileShown = useMobileShown();
  const mode = useSite()?.registrationMode ?? 'either';
  const types = accountType.options.filter((each) => !registers || mayRegister(mode, each, isMobileShown));
  const type = types.includes(chosenType) ? chosenType : (types[0] ?? 'email');
  const [accounts, setAccounts] = useState<Readonly<Record<AccountType, string>>>({ email: '', mobile: '' });
  const [chosen, setArea] = useState<number>();
  const { data: areas } = useAreas(registers || type === 'mobile');
  const country = countryOfDevice();
  const area = areas?.find(({ id, code }) => (chosen === undefined ? code === country : id === chosen));
  return {
    type,
    types,
    isMobileShown,
    account: accounts[type].trim(),
    area,
    setType,
    setAccount: (account) => setAccounts({ ...accounts, [type]: account }),
    setArea: ({ id }) => setArea(id),
  };
}

/** True if the operator shows mobile numbers next to email (setting `is_show_mobile`). */
function useMobileShown(): boolean {
  const drawn = useDrawn();
  const { data } = useQuery({
    enabled: drawn,
    queryKey: ['setting', 'is_show_mobile'],
    queryFn: ({ signal }) => api.call('setting', { key: 'is_show_mobile' }, { quiet: true, initial: true, signal }),
    staleTime: 5 * 60_000,
  });
  return data?.value === '1';
}
