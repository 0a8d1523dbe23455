import type { FundingMethod } from '@fairlot/client';
import { Segmented } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FormAndRecords } from '../../features/money/FormAndRecords.tsx';
import { MoneyPage } from '../../features/money/MoneyPage.tsx';
import { reloadMoney, reloadRecords, replaceRecord } from '../../shared/lists/records.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { WithdrawalForm } from './WithdrawalForm.tsx';
import { WithdrawalRecords } from './WithdrawalRecords.tsx';

/** Withdrawals: the request form with fee and receipt, and the records. */
export function WithdrawalScreen(): ReactNode {
  const t = useText();
  return (
    <MoneyPage title={t('title.withdraw')} wide>
      {(scroller) => <Withdrawals scroller={scroller} />}
    </MoneyPage>
  );
}

function Withdrawals({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const [way, setWay] = useState<FundingMethod>('coin');
  // Used as the form's key: a new number resets the form.
  const [round, setRound] = useState(0);
  const reload = (): void => {
    void reloadRecords(user, `draws-${way}`);
    void reloadMoney(user);
  };
  return (
    <FormAndRecords
      form={
        <>
          <Segmented
            label={t('money.way')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'coin', label: t('money.coin') },
              { value: 'bank', label: t('money.bank') },
            ]}
          />
          <WithdrawalForm
            key={`${way}-${round}`}
            way={way}
            onDone={() => {
              setRound(round + 1);
              reload();
            }}
          />
        </>
      }
      records={
        <WithdrawalRecords
          key={way}
          way={way}
          scroller={scroller}
          onCancelled={(changed) => {
            if (changed !== undefined) replaceRecord(user, `draws-${way}`, changed);
            reload();
          }}
        />
      }
    />
  );
}
