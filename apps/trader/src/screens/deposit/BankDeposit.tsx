import { reportTransfer } from '@fairlot/client';
import type { ReceivingAccount } from '@fairlot/client';
import { parseUnitsPerDollar } from '@fairlot/domain';
import { Button, cx } from '@fairlot/ui';
import { Fragment, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../../features/money/Loaded.tsx';
import { MethodUnavailable } from '../../features/money/MethodUnavailable.tsx';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import { useBankCurrencies, useReceivingAccounts } from '../../features/money/queries.ts';
import { useCopy } from '../../shared/messages/copy.ts';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';
import { Closed } from './Closed.tsx';
import { DepositForm } from './DepositForm.tsx';
import { TransferTerms } from './TransferTerms.tsx';

/** Deposit by transfer to one of the operator's bank accounts. */
export function BankDeposit({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const coins = useBankCurrencies();
  const [chosen, setChosen] = useState<number>();
  return (
    <Loaded query={coins} shape="h-80">
      {(list) => {
        const coin = list.find(({ id }) => id === chosen) ?? list[0];
        if (coin === undefined) return <NoChannel />;
        return (
          <>
            <SelectField
              label={t('charge.currency')}
              value={coin.id}
              onValue={setChosen}
              options={list.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Accounts key={coin.id} coin={coin.id} onDone={onDone} />
          </>
        );
      }}
    </Loaded>
  );
}

function NoChannel(): ReactNode {
  const t = useText();
  return <MethodUnavailable title={t('charge.noChannel')} />;
}

function Accounts({ coin, onDone }: { readonly coin: number; readonly onDone: () => void }): ReactNode {
  const t = useText();
  const group = useId();
  const choices = useRef<HTMLDivElement>(null);
  const accounts = useReceivingAccounts(coin);
  const [chosen, setChosen] = useState<ReceivingAccount>();
  return (
    <Loaded query={accounts} shape="h-40">
      {(list) => {
        const account = list.find(({ id, version }) => id === chosen?.id && version === chosen.version);
        const terms = account ?? list[0];
        if (terms === undefined) return <NoChannel />;
        const price = parseUnitsPerDollar(terms.usdPrice);
        return (
          <>
            <div ref={choices} role="radiogroup" aria-label={t('charge.accounts')} className="flex flex-col gap-2">
              {list.map((each) => (
                <AccountChoice
                  key={`${each.id}-${each.version}`}
                  group={group}
                  account={each}
                  chosen={each === account}
                  onChoose={() => setChosen(each)}
                />
              ))}
            </div>
            <TransferTerms account={terms} />
            <DepositForm
              way="bank"
              currency={price === undefined || terms.usdPrice === '1' ? undefined : { code: terms.currency, price }}
              missing={account === undefined ? t('charge.noPayWay') : undefined}
              onMissing={() => choices.current?.querySelector('input')?.focus()}
              send={async (report, key) => {
                try {
                  return await reportTransfer(api, report, account, { announce: true, key });
                } catch (error) {
                  // The account or the rate may have changed since it was shown.
                  void accounts.refetch();
                  throw error;
                }
              }}
              onDone={onDone}
            />
          </>
        );
      }}
    </Loaded>
  );
}

interface AccountChoiceProps {
  /** Name of the radio group. */
  readonly group: string;
  readonly account: ReceivingAccount;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/**
 * One of the operator's accounts. The selected one has a button that copies its number, since typing an IBAN invites
 * errors.
 */
function AccountChoice({ group, account, chosen, onChoose }: AccountChoiceProps): ReactNode {
  const t = useText();
  const copy = useCopy();
  const details: readonly (readonly [string, string])[] = [
    [t('charge.payee'), account.payee],
    [t('charge.account'), account.account],
    [t('charge.swift'), account.swift],
    [t('charge.branch'), account.branch],
    [t('charge.remark'), account.remark],
  ];
  return (
    <div
      className={cx(
        'rounded-surface border bg-surface has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand',
        chosen ? 'border-brand' : 'border-line',
      )}
    >
      <label className="flex cursor-pointer gap-3 p-4">
        <input
          type="radio"
          name={group}
          checked={chosen}
          onChange={onChoose}
          className="tick mt-0.5 size-5 shrink-0 scroll-my-24"
        />
        <span className="grid min-w-0 flex-1 grid-cols-[fit-content(40%)_minmax(0,1fr)] crowded:grid-cols-1 gap-x-3 gap-y-1 text-14">
          <span className="col-span-full mb-1 text-16 font-medium wrap-anywhere">
            <bdi>{account.bank}</bdi>
          </span>
          {account.isOpen ? null : (
            <span className="col-span-full mb-1">
              <Closed />
            </span>
          )}
          {details
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <Fragment key={label}>
                <span className="text-12 leading-5 text-quiet">{label}</span>
                <bdi className={/\s/.test(value) ? 'wrap-anywhere' : 'break-all text-balance'}>{value}</bdi>
              </Fragment>
            ))}
        </span>
      </label>
      {chosen && account.isOpen ? (
        <div className="-mt-2 ps-8 pb-2">
          <Button kind="plain" onClick={() => copy(account.account)}>
            {t('charge.copyAccount')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
