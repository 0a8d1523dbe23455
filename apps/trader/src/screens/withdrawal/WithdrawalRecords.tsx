import { cancelWithdrawal, formatAmount, formatMoneyText, readWithdrawals } from '@fairlot/client';
import type { FundingMethod, Withdrawal } from '@fairlot/client';
import { writeFigure } from '@fairlot/domain';
import { writtenDirection } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Facts } from '../../shared/lists/Facts.tsx';
import { Records } from '../../shared/lists/Records.tsx';
import { currencyName } from '../../features/money/queries.ts';
import { useRecords } from '../../shared/lists/records.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { api } from '../../shared/services/services.ts';
import { useText, useTimes } from '../../shared/language/language.ts';

export interface WithdrawalRecordsProps {
  readonly way: FundingMethod;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Called after each attempt, with the withdrawal as it is then; undefined after a failure. */
  readonly onCancelled: (changed: Withdrawal | undefined) => void;
}

/** The user's withdrawals by one method; those under review can be cancelled. */
export function WithdrawalRecords({ way, scroller, onCancelled }: WithdrawalRecordsProps): ReactNode {
  const t = useText();
  const query = useRecords<Withdrawal>(`draws-${way}`, (page, signal) =>
    readWithdrawals(api, { method: way, page }, { quiet: true, signal }),
  );
  return (
    <Records query={query} scroller={scroller} idOf={({ id }) => id} emptyHint={t('draw.emptyHint')}>
      {(record) => <Row record={record} onCancelled={onCancelled} />}
    </Records>
  );
}

type RowProps = Pick<WithdrawalRecordsProps, 'onCancelled'> & { readonly record: Withdrawal };

function Row({ record, onCancelled }: RowProps): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <span className="text-16 font-medium">
          <span className="figure">{formatAmount(record.amount)}</span>
        </span>
        <span className="text-14 text-quiet">
          <bdi>{record.statusText}</bdi>
        </span>
      </div>
      <Facts>
        <span>
          <bdi>{currencyName(record.currency)}</bdi> <bdi className="figure">{writeFigure(record.receipt)}</bdi>
        </span>
        <span>
          {t('draw.fee')} <bdi className="figure">{formatAmount(record.fee)}</bdi>
        </span>
        {t('money.reference', { id: record.id })}
      </Facts>
      <p className="text-12 wrap-anywhere text-quiet">
        <bdi dir="ltr">{record.paidTo}</bdi>
      </p>
      {record.notes === '' ? null : (
        <p className="text-14 wrap-anywhere">
          <bdi dir={writtenDirection(record.notes)}>{record.notes}</bdi>
        </p>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <bdi className="text-12 text-quiet tabular-nums">{times.dateTime(record.createdAt)}</bdi>
        {record.status === 'review' ? (
          <span className="-me-4 ms-auto">
            <CancelButton record={record} onCancelled={onCancelled} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

function CancelButton({ record, onCancelled }: RowProps): ReactNode {
  const t = useText();
  const cancel = useMutation({
    mutationFn: () => cancelWithdrawal(api, record.id, { announce: true }),
    onSettled: (changed) => onCancelled(changed),
  });
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('draw.cancelTitle'),
      text: t('draw.cancelText', { amount: formatMoneyText(record.amount) }),
      confirmLabel: t('draw.cancel'),
      cancelLabel: t('draw.keep'),
      critical: true,
    });
    if (yes) cancel.mutate();
  };
  return (
    <Button kind="plain" busy={cancel.isPending} onClick={() => void ask()}>
      {t('draw.cancel')}
    </Button>
  );
}
