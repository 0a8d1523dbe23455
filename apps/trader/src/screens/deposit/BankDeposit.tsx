import { reportTransfer } from '@fairlot/client';
import type { ReceivingAccount } from '@fairlot/client';
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
import { DepositForm } from './DepositForm.tsx';

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
  const [chosen, setChosen] = useState<number>();
  return (
    <Loaded query={accounts} shape="h-40">
      {(list) =>
        list.length === 0 ? (
          <NoChannel />
        ) : (
          <>
            <div ref={choices} role="radiogroup" aria-label={t('charge.accounts')} className="flex flex-col gap-2">
              {list.map((account) => (
                <AccountChoice
                  key={account.id}
                  group={group}
                  account={account}
                  chosen={account.id === chosen}
                  onChoose={() => setChosen(account.id)}
                />
              ))}
            </div>
            <DepositForm
              way="bank"
              missing={chosen === undefined ? t('charge.noPayWay') : undefined}
              onMissing={() => choices.current?.querySelector('input')?.focus()}
              send={(report, key) => reportTransfer(api, report, chosen, { announce: true, key })}
              onDone={onDone}
            />
          </>
        )
      }
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
          {details
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <Fragment key={label}>
                <span className="text-12 leading-5 text-quiet">{label}</span>
                <bdi className="wrap-anywhere">{value}</bdi>
              </Fragment>
            ))}
        </span>
      </label>
      {chosen ? (
        <div className="-mt-2 ps-8 pb-2">
          <Button kind="plain" onClick={() => copy(account.account)}>
            {t('charge.copyAccount')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
