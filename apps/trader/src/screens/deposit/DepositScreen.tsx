import { formatAmount, formatMoneyText, readDeposits } from '@fairlot/client';
import type { Deposit, FundingMethod } from '@fairlot/client';
import { writtenDirection } from '@fairlot/i18n';
import { Icon, Segmented } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Facts } from '../../shared/lists/Facts.tsx';
import { FormAndRecords } from '../../features/money/FormAndRecords.tsx';
import { MoneyPage } from '../../features/money/MoneyPage.tsx';
import { Records } from '../../shared/lists/Records.tsx';
import { reloadRecords, useRecords } from '../../shared/lists/records.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { useSite } from '../../shared/site/site.ts';
import { BankDeposit } from './BankDeposit.tsx';
import { CoinDeposit } from './CoinDeposit.tsx';

/** Numbers of the statuses in the catalogue's keys. */
const STATUS_TEXT = { unchecked: '0', finished: '1', rejected: '2', invalid: '3' } as const;

/** Deposits: payment details, the form that reports a payment, and the records. */
export function DepositScreen(): ReactNode {
  const t = useText();
  return (
    <MoneyPage title={t('title.charge')} wide>
      {(scroller) => <Deposits scroller={scroller} />}
    </MoneyPage>
  );
}

function Deposits({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const [way, setWay] = useState<FundingMethod>('coin');
  // Used as the form's key: a new number resets the form.
  const [round, setRound] = useState(0);
  const list = `charges-${way}`;
  const query = useRecords<Deposit>(list, (page, signal) =>
    readDeposits(api, { method: way, page }, { quiet: true, signal }),
  );
  const onDone = (): void => {
    setRound(round + 1);
    void reloadRecords(user, list);
  };
  return (
    <FormAndRecords
      form={
        <>
          <PlayMoney />
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

function Row({ record }: { readonly record: Deposit }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div className="flex min-h-16 flex-col justify-center px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 text-16 font-medium">
          <span className="figure">{formatAmount(record.amount)}</span>
        </span>
        <span className="shrink-0 text-14 text-quiet">{t(`charge.status.${STATUS_TEXT[record.status]}`)}</span>
      </div>
      <Facts>
        <bdi>{record.usdPrice === '' ? record.currency : `${formatMoneyText(record.sent)} ${record.currency}`}</bdi>
        <bdi className="tabular-nums">{times.dateTime(record.createdAt)}</bdi>
        {t('money.reference', { id: record.id })}
      </Facts>
      <Receipt record={record} />
      {record.remark === '' ? null : (
        <p className="mt-1 text-14 wrap-anywhere">
          <bdi dir={writtenDirection(record.remark)}>{record.remark}</bdi>
        </p>
      )}
    </div>
  );
}

/** The rate, the reported amount if another one was credited, and the transaction. */
function Receipt({ record }: { readonly record: Deposit }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { usdPrice, usdPriceAt, currency, reported, transaction } = record;
  return (
    <span className="text-12 text-quiet">
      {usdPrice === '' || usdPriceAt === null ? null : (
        <span className="block">
          {t('charge.rate', { rate: usdPrice, currency, time: times.dateTime(usdPriceAt) })}
        </span>
      )}
      {reported === undefined ? null : (
        <span className="block">{t('charge.reported', { amount: formatAmount(reported) })}</span>
      )}
      {transaction === '' ? null : (
        <span className="block">
          <bdi dir="ltr" className="figure inline-block max-w-full truncate align-bottom" title={transaction}>
            {transaction}
          </bdi>
        </span>
      )}
    </span>
  );
}

/** Warns of sending money to a house whose prices are not those of a real market. */
function PlayMoney(): ReactNode {
  const t = useText();
  const site = useSite();
  if (site === undefined || site.market === 'live') return null;
  return (
    <p className="flex gap-2 rounded-surface bg-notice-soft p-3 text-14 text-notice">
      <Icon name="warning" size={20} />
      {t('charge.playMoney')}
    </p>
  );
}
