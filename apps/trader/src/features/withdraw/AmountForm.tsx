import { formatAmount, formatMoneyText, readFigure } from '@fairlot/client';
import { Button, TextField } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStableKey } from '../../accounts/stable-key.ts';
import { amountProblem, readDollars, wholeCents } from '../../money/amount.ts';
import type { AmountBounds, DrawCurrency, DrawMethod, DrawType } from '../../money/queries.ts';
import { useAccount } from '../../shared/account.ts';
import { api } from '../../shared/services.ts';
import { showProblems } from '../../shared/show-problems.ts';
import { useText } from '../../shared/text.ts';
import { useToast } from '../../shared/toast.ts';
import { quoteWithdrawal } from './quote.ts';

export interface AmountFormProps {
  readonly type: DrawType;
  readonly currency: DrawCurrency;
  /** Absent: there is none for this currency yet. */
  readonly method: DrawMethod | undefined;
  readonly bounds: AmountBounds;
  readonly onDone: () => void;
}

/** Amount and remark, with the fee and what will arrive while one types. */
export function AmountForm({ type, currency, method, bounds, onDone }: AmountFormProps): ReactNode {
  const t = useText();
  const toast = useToast();
  const keyFor = useStableKey();
  const account = useAccount();
  const [amount, setAmount] = useState('');
  const [memo, setMemo] = useState('');
  const [tried, setTried] = useState(false);
  const way = type === 1 ? 'coin' : 'bank';
  const limits = {
    least: bounds[`withdraw_${way}_min`],
    most: bounds[`withdraw_${way}_max`],
    available: bounds.withdrawable,
  };
  const problem = amountProblem(amount, limits);
  const quote = quoteWithdrawal(currency, readDollars(amount));
  const error =
    problem !== undefined ? t(problem.key, { ...problem }) : quote?.pays === false ? t('draw.feeTooHigh') : undefined;
  // What cannot be withdrawn brings nothing.
  const offer = error === undefined ? quote : undefined;
  const submit = useMutation({
    mutationFn: (methodId: number) => {
      const input = { draw_currency_id: currency.id, number: readFigure(amount) ?? '', memo, draw_method_id: methodId };
      return api.call('draw', input, { announce: true, key: keyFor(input) });
    },
    onSuccess: onDone,
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (method === undefined) toast(t('draw.setUpFirst'), 'error');
        if (method !== undefined && error === undefined) submit.mutate(method.id);
        else showProblems(event.currentTarget, () => setTried(true));
      }}
    >
      <TextField
        label={t('draw.amount')}
        value={amount}
        onValue={setAmount}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={20}
        end={
          <Button kind="plain" onClick={() => setAmount(wholeCents(bounds.withdrawable))}>
            {t('draw.all')}
          </Button>
        }
        hint={t('money.bounds', { least: formatMoneyText(limits.least), most: formatMoneyText(limits.most) })}
        error={(tried || amount !== '') && error !== undefined ? error : undefined}
      />
      <TextField
        label={t('draw.optional', { field: t('draw.remark') })}
        value={memo}
        onValue={setMemo}
        maxLength={200}
        autoComplete="off"
        dir="auto"
      />
      <dl className="flex flex-col gap-2 rounded-surface border border-line bg-surface p-4">
        <Figure name={t('money.available')} value={formatAmount(account?.balance ?? bounds.withdrawable)} />
        <Figure name={t('draw.withdrawable')} value={formatAmount(bounds.withdrawable)} />
        <Figure name={t('draw.fee')} value={offer === undefined ? '–' : formatAmount(offer.fee)} />
        <Figure
          name={t('draw.receipt')}
          value={offer === undefined ? '–' : formatAmount(offer.receipt, 2, currency.code)}
          strong
        />
      </dl>
      <Button type="submit" wide busy={submit.isPending}>
        {t('draw.submit')}
      </Button>
    </form>
  );
}

function Figure({
  name,
  value,
  strong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly strong?: boolean;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-14 text-quiet">{name}</dt>
      <dd className={strong ? 'text-16 font-semibold' : 'text-14'}>
        <bdi className="figure">{value}</bdi>
      </dd>
    </div>
  );
}
