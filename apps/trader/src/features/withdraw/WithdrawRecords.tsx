import { formatAmount, formatMoneyText } from '@fairlot/client';
import type { CallOutput } from '@fairlot/client';
import { writtenDirection } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Facts } from '../../money/Facts.tsx';
import { Records } from '../../money/Records.tsx';
import { currencyName } from '../../money/queries.ts';
import type { DrawType } from '../../money/queries.ts';
import { useRecords } from '../../money/records.ts';
import { useConfirm } from '../../shared/confirm.ts';
import { api } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';

type DrawRecord = CallOutput<'drawRecords'>['data'][number];

export interface WithdrawRecordsProps {
  readonly type: DrawType;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onCancelled: () => void;
}

/** One's withdrawals of a type; those under review can be taken back. */
export function WithdrawRecords({ type, scroller, onCancelled }: WithdrawRecordsProps): ReactNode {
  const t = useText();
  const query = useRecords<DrawRecord>(`draws-${type}`, async (page, signal) => {
    const { data, total } = await api.call('drawRecords', { type, page }, { quiet: true, signal });
    return { items: data, total };
  });
  return (
    <Records query={query} scroller={scroller} idOf={({ id }) => id} emptyHint={t('draw.emptyHint')}>
      {(record) => <Row record={record} onCancelled={onCancelled} />}
    </Records>
  );
}

function Row({ record, onCancelled }: { readonly record: DrawRecord; readonly onCancelled: () => void }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex items-start justify-between gap-3">
        <span className="text-16 font-medium">
          <span className="figure">{formatAmount(record.number)}</span>
        </span>
        <span className="text-14 text-quiet">
          <bdi>{record.status_name}</bdi>
        </span>
      </div>
      <Facts>
        <span>
          <bdi>{currencyName(record.draw_currency)}</bdi>{' '}
          <bdi className="figure">{formatMoneyText(record.real_number)}</bdi>
        </span>
        <span>
          {t('draw.fee')} <bdi className="figure">{formatAmount(record.fee)}</bdi>
        </span>
        {t('money.reference', { id: record.id })}
      </Facts>
      <p className="text-12 wrap-anywhere text-quiet">
        <bdi dir="ltr">{record.type === 1 ? record.address : record.payee_account}</bdi>
      </p>
      {record.notes === '' ? null : (
        <p className="text-14 wrap-anywhere">
          <bdi dir={writtenDirection(record.notes)}>{record.notes}</bdi>
        </p>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <bdi className="text-12 text-quiet tabular-nums">{times.dateTime(record.created_at)}</bdi>
        {record.status === 'review' ? (
          <span className="-me-4 ms-auto">
            <CancelButton record={record} onCancelled={onCancelled} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

function CancelButton({
  record,
  onCancelled,
}: {
  readonly record: DrawRecord;
  readonly onCancelled: () => void;
}): ReactNode {
  const t = useText();
  const confirm = useConfirm();
  const cancel = useMutation({
    mutationFn: () => api.call('drawCancel', { id: record.id }, { announce: true }),
    onSettled: onCancelled,
  });
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('draw.cancelTitle'),
      text: t('draw.cancelText', { amount: formatMoneyText(record.number) }),
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
