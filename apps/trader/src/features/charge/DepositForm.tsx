import { formatMoneyText, readFigure } from '@fairlot/client';
import { Button, TextField } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStableKey } from '../../accounts/stable-key.ts';
import { amountProblem } from '../../money/amount.ts';
import { useBounds } from '../../money/queries.ts';
import { ImageUpload } from '../../shared/images/ImageUpload.tsx';
import { showProblems } from '../../shared/show-problems.ts';
import { useText } from '../../shared/text.ts';
import { useToast } from '../../shared/toast.ts';

/** What both ways of depositing report. */
export interface Report {
  readonly number: string;
  readonly proofImg: string;
}

export interface DepositFormProps {
  readonly way: 'coin' | 'bank';
  /** Why nothing can be submitted yet; said when it is tried. */
  readonly missing?: string | undefined;
  /** Leads to what is missing. */
  readonly onMissing?: () => void;
  /** Sends the report under a key. */
  readonly send: (report: Report, key: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Amount and proof, and the way to the server. */
export function DepositForm({ way, missing, onMissing, send, onDone }: DepositFormProps): ReactNode {
  const t = useText();
  const toast = useToast();
  const keyFor = useStableKey();
  const [proof, setProof] = useState<string>();
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const { data } = useBounds();
  const bounds =
    data === undefined ? undefined : { least: data[`deposit_${way}_min`], most: data[`deposit_${way}_max`] };
  const problem = amountProblem(amount, bounds ?? { least: '0', most: '999999999' });
  const submit = useMutation({
    mutationFn: (report: Report) => send(report, keyFor({ ...report, way })),
    onSuccess: onDone,
  });
  const trySubmit = (form: HTMLFormElement): void => {
    if (missing === undefined && problem === undefined && proof !== undefined) {
      submit.mutate({ number: readFigure(amount) ?? '', proofImg: proof });
      return;
    }
    showProblems(form, () => setTried(true));
    if (missing === undefined) return;
    toast(missing, 'error');
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
