import { formatMoneyText, readFigure } from '@fairlot/client';
import type { DepositReport, FundingMethod } from '@fairlot/client';
import { ZERO, asMoney } from '@fairlot/domain';
import { Button, TextField } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { amountProblem } from '../../features/money/amount.ts';
import { useBounds } from '../../features/money/queries.ts';
import { ImageUpload } from '../../shared/images/ImageUpload.tsx';
import { showProblems } from '../../shared/forms/show-problems.ts';
import { useText } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';

export interface DepositFormProps {
  readonly way: FundingMethod;
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

/** Amount and proof of payment of a deposit, with the submit button. */
export function DepositForm({ way, missing, onMissing, send, onDone }: DepositFormProps): ReactNode {
  const t = useText();
  const keyFor = useStableKey();
  const [proof, setProof] = useState<string>();
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const { data } = useBounds();
  const bounds = data?.deposit[way];
  const problem = amountProblem(amount, bounds ?? UNKNOWN_BOUNDS);
  const submit = useMutation({
    mutationFn: (report: DepositReport) => send(report, keyFor({ ...report, way })),
    onSuccess: onDone,
  });
  const trySubmit = (form: HTMLFormElement): void => {
    if (missing === undefined && problem === undefined && proof !== undefined) {
      submit.mutate({ amount: readFigure(amount) ?? '', proof });
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
      <TextField
        label={t('money.amount')}
        value={amount}
        onValue={setAmount}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={20}
        end={<span className="pe-2 text-14 text-quiet">USD</span>}
        hint={
          bounds === undefined
            ? undefined
            : t('money.bounds', { least: formatMoneyText(bounds.least), most: formatMoneyText(bounds.most) })
        }
        error={tried && problem !== undefined ? t(problem.key, { ...problem }) : undefined}
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
