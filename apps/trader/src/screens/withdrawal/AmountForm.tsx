import { formatAmount, formatMoneyText, readFigure, requestWithdrawal } from '@fairlot/client';
import { withUnit, writeFigure } from '@fairlot/domain';
import type {
  AmountBounds,
  FundingMethod,
  SeenWithdrawal,
  WithdrawalCurrency,
  WithdrawalMethod,
} from '@fairlot/client';
import { Button, TextField } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFieldRefusal } from '../../shared/forms/field-refusal.ts';
import type { FieldRefusal } from '../../shared/forms/field-refusal.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { OwnerProofField } from '../../features/account/OwnerProofField.tsx';
import { PROOF_REFUSALS, useOwnerProof } from '../../features/account/owner-proof.ts';
import type { OwnerProofForm } from '../../features/account/owner-proof.ts';
import { amountProblem, readDollars, wholeCents } from '../../features/money/amount.ts';
import { useAccount } from '../../shared/account/live-account.ts';
import { api } from '../../shared/services/services.ts';
import { showProblems } from '../../shared/forms/show-problems.ts';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';
import { quoteWithdrawal } from './quote.ts';

export interface AmountFormProps {
  readonly way: FundingMethod;
  readonly currency: WithdrawalCurrency;
  /** undefined if no method is bound for this currency. */
  readonly method: WithdrawalMethod | undefined;
  readonly bounds: AmountBounds;
  readonly onDone: () => void;
  /** Called after a refusal: fee and rate may have changed since they were shown. */
  readonly onRefused: () => void;
}

/** Amount and remark of a withdrawal, with a live preview of fee and receipt. */
export function AmountForm({ way, currency, method, bounds, onDone, onRefused }: AmountFormProps): ReactNode {
  const t = useText();
  const keyFor = useStableKey();
  const [amount, setAmount] = useState('');
  const [memo, setMemo] = useState('');
  const [tried, setTried] = useState(false);
  const owner = useOwnerProof();
  const refusal = useFieldRefusal<'proof'>(PROOF_REFUSALS);
  const limits = { ...bounds.withdrawal[way], available: bounds.withdrawable };
  const problem = amountProblem(amount, limits);
  const quote = quoteWithdrawal(currency, readDollars(amount));
  const error =
    problem !== undefined ? t(problem.key, { ...problem }) : quote?.pays === false ? t('draw.feeTooHigh') : undefined;
  // An invalid amount has no preview.
  const offer = error === undefined ? quote : undefined;
  const submit = useMutation({
    mutationFn: ([to, seen]: readonly [method: number, seen: SeenWithdrawal]) => {
      const request = { currency: currency.id, method: to, amount: readFigure(amount) ?? '', memo };
      // The key depends on neither proof nor figures: a repeat after a lost answer may carry other ones.
      return requestWithdrawal(api, request, seen, owner.proof, { announce: true, quiet: true, key: keyFor(request) });
    },
    onSuccess: onDone,
    onError: (failure) => refused(failure, refusal, owner, onRefused),
  });
  const waitsUntil = laterOf(bounds, method);
  if (waitsUntil !== undefined) return <Wait until={waitsUntil} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        refusal.clear();
        if (method === undefined) showToast(t('draw.setUpFirst'), 'error');
        if (method !== undefined && offer !== undefined && owner.isComplete) submit.mutate([method.id, offer]);
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
      <OwnerProofField form={owner} tried={tried} refused={refusal.at('proof')} />
      <Receipt offer={offer} currency={currency} withdrawable={bounds.withdrawable} />
      <Button type="submit" wide busy={submit.isPending}>
        {t('draw.submit')}
      </Button>
    </form>
  );
}

function refused(error: unknown, refusal: FieldRefusal<'proof'>, owner: OwnerProofForm, onRefused: () => void): void {
  refusal.take(error);
  owner.onTyped('');
  onRefused();
}

/** The later of the times from which the session and the method can be used; undefined when both can. */
function laterOf(bounds: AmountBounds, method: WithdrawalMethod | undefined): string | undefined {
  const times = [bounds.withdrawableFrom, method?.usableFrom ?? null].filter((time) => time !== null);
  return times.sort().at(-1);
}

/** Stands in place of the form while a new method, password, authenticator or device waits. */
function Wait({ until }: { readonly until: string }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div className="flex flex-col gap-2 rounded-surface border border-line bg-surface p-4">
      <p className="text-16 font-semibold">{t('draw.waits', { time: times.dateTime(until) })}</p>
      <p className="text-14 text-quiet">{t('draw.waitsText')}</p>
    </div>
  );
}

interface ReceiptProps {
  /** Absent while the amount cannot be withdrawn. */
  readonly offer: ReturnType<typeof quoteWithdrawal>;
  readonly currency: WithdrawalCurrency;
  readonly withdrawable: AmountBounds['withdrawable'];
}

/** Balance, the part that can be withdrawn, the fee and the amount that arrives. */
function Receipt({ offer, currency, withdrawable }: ReceiptProps): ReactNode {
  const masked = useMasked();
  const t = useText();
  const account = useAccount();
  return (
    <dl className="flex flex-col gap-2 rounded-surface border border-line bg-surface p-4">
      <Figure name={t('money.available')} value={masked(formatAmount(account?.available ?? withdrawable))} />
      <Figure name={t('draw.withdrawable')} value={masked(formatAmount(withdrawable))} />
      <Figure name={t('draw.fee')} value={offer === undefined ? '–' : formatAmount(offer.fee)} />
      <Figure
        name={t('draw.receipt')}
        value={offer === undefined ? '–' : withUnit(writeFigure(offer.receipt), currency.code)}
        strong
      />
    </dl>
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
