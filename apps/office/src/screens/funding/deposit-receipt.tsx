import type { StaffInput } from '@fairlot/client';
import type { ReactNode } from 'react';
import type { Figure as FigureRow } from '../../actions/action.ts';
import type { Field } from '../../actions/fields.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { Dollars, Figure, Words } from '../../shared/cells/cells.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';

type Deposit = RowOf<'staffDeposits'>;

/** The receipt of a deposit: the amount sent and its rate, the amount that arrived, and the transaction. */
export function receiptOf(t: Text, row: Deposit): readonly FigureRow[] {
  const { samePicture, sameTransaction, sameWithoutId } = row;
  const isOther = row.credited !== null && row.credited !== row.amount;
  return [
    ...(row.method === 'bank'
      ? [{ label: t('field.transfer_reference'), value: <Figure>{row.reference}</Figure> }]
      : []),
    ...(row.sent === '' && !isOther ? [] : [{ label: t('field.sent'), value: <Sent row={row} /> }]),
    ...(row.usdPrice === '' || row.usdPrice === '1' ? [] : [{ label: t('field.rate'), value: <RateText row={row} /> }]),
    ...(isOther
      ? [
          { label: t('field.received'), value: <Figure>{`${row.received} ${receivedIn(row)}`}</Figure> },
          { label: t('field.credited'), value: <Dollars value={row.credited} /> },
          { label: t('field.reason'), value: <Words>{row.creditReason}</Words> },
        ]
      : []),
    { label: t('field.transaction_id'), value: <span className="figure break-all">{row.transactionId}</span> },
    ...(samePicture.length === 0 ? [] : [{ label: t('field.same_picture'), value: <Others numbers={samePicture} /> }]),
    ...(sameTransaction.length === 0
      ? []
      : [{ label: t('field.same_transaction'), value: <Others numbers={sameTransaction} /> }]),
    ...(sameWithoutId.length === 0
      ? []
      : [{ label: t('field.same_without_id'), value: <Others numbers={sameWithoutId} /> }]),
  ];
}

/** Numbers of other deposits with the same receipt, which need attention. */
function Others({ numbers }: { readonly numbers: readonly number[] }): ReactNode {
  return <span className="figure text-critical">{numbers.join(', ')}</span>;
}

/** Staff count what arrived in the currency of the account; coins in dollars, as they are reported. */
function receivedIn({ method, currency }: Deposit): string {
  return method === 'coin' ? 'USD' : currency;
}

function Sent({ row }: { readonly row: Deposit }): ReactNode {
  return row.sent === '' ? <Dollars value={row.amount} /> : <Figure>{`${row.sent} ${row.currency}`}</Figure>;
}

function RateText({ row }: { readonly row: Deposit }): ReactNode {
  const t = useText();
  const times = useTimes();
  const time = row.usdPriceAt === null ? '–' : times.dateTime(row.usdPriceAt);
  const figures = { rate: row.usdPrice, currency: row.currency, time };
  return row.usdPriceBy === null
    ? t('deposits.rate', figures)
    : t('deposits.rateBy', { ...figures, name: row.usdPriceBy });
}

/**
 * The credit that is asked for. Fields left empty are those that the page shows: what the user reported, or what the first
 * of two people agreed to. A colleague who has decided otherwise meanwhile is not agreed with unseen.
 */
export function creditInput(row: Deposit, given: Readonly<Record<string, unknown>>): StaffInput<'depositFinish'> {
  const typedOr = (name: string, shown: string): string => {
    const typed = given[name];
    return typeof typed === 'string' && typed !== '' ? typed : shown;
  };
  return {
    id: row.id,
    number: typedOr('number', row.received),
    reason: typedOr('reason', row.creditReason),
    transaction_id: typedOr('transaction_id', row.transactionId),
  };
}

/** The fields of a credit. Left empty, they are what the page shows. */
export function creditFields(t: Text, row: Deposit): readonly Field[] {
  return [
    { kind: 'decimal', name: 'number', label: 'received', hint: `${receivedIn(row)} · ${t('deposits.receivedHint')}` },
    { kind: 'text', name: 'transaction_id' },
    { kind: 'long', name: 'reason', hint: t('deposits.reasonHint') },
  ];
}
