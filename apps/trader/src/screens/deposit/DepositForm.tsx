import { formatMoneyText, readFigure } from '@fairlot/client';
import type { Bounds, DepositReport, FundingMethod } from '@fairlot/client';
import { ZERO, asMoney } from '@fairlot/domain';
import type { UnitsPerDollar } from '@fairlot/domain';
import { Button, TextField } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { amountProblem, readDollars } from '../../features/money/amount.ts';
import { useBounds } from '../../features/money/queries.ts';
import { ImageUpload } from '../../shared/images/ImageUpload.tsx';
import { showProblems } from '../../shared/forms/show-problems.ts';
import { useText } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';

export interface DepositFormProps {
  readonly way: FundingMethod;
  /** Currency of the amount, with units per dollar; absent for dollars. */
  readonly currency?: { readonly code: string; readonly price: UnitsPerDollar } | undefined;
  /** Reason why nothing can be submitted yet; shown at the attempt. */
  readonly missing?: string | undefined;
  /** Moves the focus to the missing part. */
  readonly onMissing?: () => void;
  /** Sends the report with an idempotency key. */
  readonly send: (report: DepositReport, key: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Accepts every amount until the server's bounds are loaded. */
const UNKNOWN_BOUNDS = { least: ZERO, most: asMoney(10n ** 15n) };

/** Amount, transaction and proof of payment of a deposit, with the submit button. */
export function DepositForm({ way, currency, missing, onMissing, send, onDone }: DepositFormProps): ReactNode {
  const t = useText();
  const keyFor = useStableKey();
  const [proof, setProof] = useState<string>();
  const [amount, setAmount] = useState('');
  const [transaction, setTransaction] = useState('');
  const [tried, setTried] = useState(false);
  const { data } = useBounds();
  const bounds = data?.deposit[way];
  const problem = amountProblem(amount, { ...(bounds ?? UNKNOWN_BOUNDS), ...(currency && { price: currency.price }) });
  const submit = useMutation({
    mutationFn: (report: DepositReport) => send(report, keyFor({ ...report, way })),
    onSuccess: onDone,
  });
  const trySubmit = (form: HTMLFormElement): void => {
    if (missing === undefined && problem === undefined && proof !== undefined) {
      submit.mutate({ amount: readFigure(amount) ?? '', proof, transaction: transaction.trim() });
      return;
    }
    showProblems(form, () => setTried(true));
    if (missing === undefined) return;
    showToast(missing, 'error');
    onMissing?.();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        trySubmit(event.currentTarget);
      }}
    >
      <AmountField
        typed={amount}
        onTyped={setAmount}
        currency={currency}
        bounds={bounds}
        error={tried && problem !== undefined ? t(problem.key, { ...problem }) : undefined}
      />
      <TextField
        label={t('draw.optional', { field: t(way === 'coin' ? 'charge.transaction' : 'charge.bankReference') })}
        value={transaction}
        onValue={setTransaction}
        autoComplete="off"
        dir="ltr"
        maxLength={200}
      />
      <ImageUpload
        label={t('charge.proof')}
        error={tried && proof === undefined ? t('charge.enterProof') : undefined}
        onUrl={setProof}
      />
      <Button type="submit" wide busy={submit.isPending}>
        {t('charge.submit')}
      </Button>
    </form>
  );
}

interface AmountFieldProps extends Pick<DepositFormProps, 'currency'> {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly bounds: Bounds | undefined;
  readonly error: string | undefined;
}

/** The amount in its currency, with the dollars that will be credited for it, which are announced when they change. */
function AmountField({ typed, onTyped, currency, bounds, error }: AmountFieldProps): ReactNode {
  const t = useText();
  const dollars = currency === undefined ? undefined : readDollars(typed, currency.price);
  const hint =
    bounds === undefined
      ? undefined
      : t('money.bounds', { least: formatMoneyText(bounds.least), most: formatMoneyText(bounds.most) });
  return (
    <div>
      <TextField
        label={t('money.amount')}
        value={typed}
        onValue={onTyped}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={20}
        end={<span className="pe-2 text-14 text-quiet">{currency?.code ?? 'USD'}</span>}
        hint={hint}
        error={error}
      />
      <p aria-live="polite" className="mt-1 text-14 font-medium empty:hidden">
        {dollars === undefined ? null : t('charge.worth', { amount: formatMoneyText(dollars) })}
      </p>
    </div>
  );
}
