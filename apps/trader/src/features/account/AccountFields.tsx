import { latinDigits } from '@fairlot/client';
import { Button, Segmented, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { AreaField } from './AreaField.tsx';
import type { AccountName } from './account-name.ts';

export interface AccountFieldsProps {
  readonly name: AccountName;
  /** For registration: shows the area for email accounts too, and the risk of codes by SMS. */
  readonly withArea?: boolean;
  /** For sign-in: the browser may offer passkeys at the field. */
  readonly withPasskeys?: boolean;
  readonly accountError?: string | undefined;
  readonly areaError?: string | undefined;
}

/** Email or mobile number, with the area if needed. If mobile numbers are not shown next to email, a link leads to them. */
export function AccountFields({
  name,
  withArea = false,
  withPasskeys = false,
  accountError,
  areaError,
}: AccountFieldsProps): ReactNode {
  const t = useText();
  const mobile = name.type === 'mobile';
  const hasChoice = name.types.length > 1;
  return (
    <>
      {hasChoice && name.isMobileShown ? (
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
        hint={withArea && mobile ? t('account.mobileRisk') : undefined}
        type={mobile ? 'tel' : 'email'}
        inputMode={mobile ? 'tel' : 'email'}
        autoComplete={withPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={mobile ? 32 : 254}
        dir="ltr"
      />
      {hasChoice && !name.isMobileShown ? (
        <div className="-mx-4 -mt-3 -mb-2">
          <Button kind="plain" onClick={() => name.setType(mobile ? 'email' : 'mobile')}>
            <span className="text-14 font-medium">{t(mobile ? 'account.useEmail' : 'account.useMobile')}</span>
          </Button>
        </div>
      ) : null}
    </>
  );
}
