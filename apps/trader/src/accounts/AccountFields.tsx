import { latinDigits } from '@fairlot/client';
import { Segmented, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { AreaField } from './AreaField.tsx';
import { useMobileOffered } from './account-name.ts';
import type { AccountName } from './account-name.ts';

export interface AccountFieldsProps {
  readonly name: AccountName;
  /** Asks for the area with an email too, as registering does. */
  readonly withArea?: boolean;
  readonly accountError?: string | undefined;
  readonly areaError?: string | undefined;
}

/** Email or mobile number, with the area where it is needed. */
export function AccountFields({ name, withArea = false, accountError, areaError }: AccountFieldsProps): ReactNode {
  const t = useText();
  const byMobile = useMobileOffered();
  const mobile = name.type === 'mobile';
  return (
    <>
      {byMobile ? (
        <Segmented
          label={t('account.way')}
          value={name.type}
          onChange={name.setType}
          options={[
            { value: 'email', label: t('account.email') },
            { value: 'mobile', label: t('account.mobile') },
          ]}
        />
      ) : null}
      {withArea || mobile ? <AreaField area={name.area} onArea={name.setArea} error={areaError} /> : null}
      <TextField
        key={name.type}
        label={t(mobile ? 'account.accountMobile' : 'account.accountEmail')}
        value={name.account}
        onValue={(text) => name.setAccount(latinDigits(text))}
        error={accountError}
        type={mobile ? 'tel' : 'email'}
        inputMode={mobile ? 'tel' : 'email'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={mobile ? 32 : 254}
        dir="ltr"
      />
    </>
  );
}
