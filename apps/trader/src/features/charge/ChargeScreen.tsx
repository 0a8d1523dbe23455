import { formatAmount } from '@fairlot/client';
import type { CallOutput } from '@fairlot/client';
import { writtenDirection } from '@fairlot/i18n';
import { Segmented } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Facts } from '../../money/Facts.tsx';
import { FormAndRecords } from '../../money/FormAndRecords.tsx';
import { MoneyPage } from '../../money/MoneyPage.tsx';
import { Records } from '../../money/Records.tsx';
import { reloadRecords, useRecords } from '../../money/records.ts';
import { api } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';
import { BankDeposit } from './BankDeposit.tsx';
import { CoinDeposit } from './CoinDeposit.tsx';

type ChargeRecord = CallOutput<'chargeRecords'>['data'][number];
type Way = 'coin' | 'bank';

/** Numbers of the two ways in the contract. */
const TYPE: Readonly<Record<Way, 0 | 1>> = { coin: 0, bank: 1 };

/** Deposits: where to send money, the report of it, and what became of earlier ones. */
export function ChargeScreen(): ReactNode {
  const t = useText();
  return (
    <MoneyPage title={t('title.charge')} wide>
      {(scroller) => <Charge scroller={scroller} />}
    </MoneyPage>
  );
}

function Charge({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const [way, setWay] = useState<Way>('coin');
  // A new number is a new, empty form.
  const [round, setRound] = useState(0);
  const list = `charges-${way}`;
  const query = useRecords<ChargeRecord>(list, async (page, signal) => {
    const { data, total } = await api.call('chargeRecords', { type: TYPE[way], page }, { quiet: true, signal });
    return { items: data, total };
  });
  const onDone = (): void => {
    setRound(round + 1);
    void reloadRecords(user, list);
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
          {way === 'coin' ? <CoinDeposit key={round} onDone={onDone} /> : <BankDeposit key={round} onDone={onDone} />}
        </>
      }
      records={
        <Records query={query} scroller={scroller} idOf={({ id }) => id} emptyHint={t('charge.emptyHint')}>
          {(record) => <Row record={record} />}
        </Records>
      }
    />
  );
}

function Row({ record }: { readonly record: ChargeRecord }): ReactNode {
  const t = useText();
  const times = useTimes();
  const status = (['0', '1', '2', '3'] as const)[record.status] ?? '0';
  return (
    <div className="flex min-h-16 flex-col justify-center px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-x-3 crowded:flex-wrap">
        <span className="min-w-0 text-16 font-medium">
          <span className="figure">{formatAmount(record.number)}</span>
        </span>
        <span className="shrink-0 text-14 text-quiet">{t(`charge.status.${status}`)}</span>
      </div>
      <Facts>
        <bdi>{record.currency_code}</bdi>
        <bdi className="tabular-nums">{times.dateTime(record.created_at)}</bdi>
        {t('money.reference', { id: record.id })}
      </Facts>
      {record.remark === '' ? null : (
        <p className="mt-1 text-14 wrap-anywhere">
          <bdi dir={writtenDirection(record.remark)}>{record.remark}</bdi>
        </p>
      )}
    </div>
  );
}
