import { Segmented } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FormAndRecords } from '../../money/FormAndRecords.tsx';
import { MoneyPage } from '../../money/MoneyPage.tsx';
import type { DrawType } from '../../money/queries.ts';
import { reloadMoney, reloadRecords } from '../../money/records.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import { WithdrawRecords } from './WithdrawRecords.tsx';

/** Withdrawals: the request with its fee and what will arrive, and what became of earlier ones. */
export function WithdrawScreen(): ReactNode {
  const t = useText();
  return (
    <MoneyPage title={t('title.withdraw')} wide>
      {(scroller) => <Withdraw scroller={scroller} />}
    </MoneyPage>
  );
}

function Withdraw({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const [type, setType] = useState<DrawType>(1);
  // A new number is a new, empty form.
  const [round, setRound] = useState(0);
  const reload = (): void => {
    void reloadRecords(user, `draws-${type}`);
    void reloadMoney(user);
  };
  return (
    <FormAndRecords
      form={
        <>
          <Segmented
            label={t('money.way')}
            value={type === 1 ? 'coin' : 'bank'}
            onChange={(way) => setType(way === 'coin' ? 1 : 2)}
            options={[
              { value: 'coin', label: t('money.coin') },
              { value: 'bank', label: t('money.bank') },
            ]}
          />
          <WithdrawForm
            key={`${type}-${round}`}
            type={type}
            onDone={() => {
              setRound(round + 1);
              reload();
            }}
          />
        </>
      }
      records={<WithdrawRecords key={type} type={type} scroller={scroller} onCancelled={reload} />}
    />
  );
}
