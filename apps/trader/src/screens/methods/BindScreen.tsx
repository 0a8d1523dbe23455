import { bindMethod, latinDigits } from '@fairlot/client';
import type { FundingMethod, NewMethod, WithdrawalCurrency } from '@fairlot/client';
import { Button, TextField, afterLayers } from '@fairlot/ui';
import { useWhileShown } from '@fairlot/web';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OwnerProofField } from '../../features/account/OwnerProofField.tsx';
import { PROOF_REFUSALS, useOwnerProof } from '../../features/account/owner-proof.ts';
import type { OwnerProofForm } from '../../features/account/owner-proof.ts';
import { useFieldRefusal } from '../../shared/forms/field-refusal.ts';
import type { FieldRefusal } from '../../shared/forms/field-refusal.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { Loaded } from '../../features/money/Loaded.tsx';
import { MoneyPage } from '../../features/money/MoneyPage.tsx';
import { MethodUnavailable } from '../../features/money/MethodUnavailable.tsx';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import { currencyName, useWithdrawalCurrencies } from '../../features/money/queries.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { showProblems } from '../../shared/forms/show-problems.ts';
import { useText } from '../../shared/language/language.ts';

/** Binds a coin address (`type=1`) or a bank account (`type=2`). */
export function BindScreen(): ReactNode {
  const t = useText();
  const { search } = useLocation();
  const kind = new URLSearchParams(search).get('type') === '2' ? 'bank' : 'coin';
  const currencies = useWithdrawalCurrencies(kind);
  return (
    <MoneyPage title={t(kind === 'coin' ? 'method.bindAddress' : 'method.bindCard')}>
      {() => (
        <Loaded query={currencies} shape="h-80">
          {(list) =>
            list.length === 0 ? (
              <MethodUnavailable title={t('draw.noCurrency')} />
            ) : (
              <BindForm key={kind} kind={kind} currencies={list} />
            )
          }
        </Loaded>
      )}
    </MoneyPage>
  );
}

/** The router's key of the first history entry. */
const FIRST_ENTRY = 'default';

const FIELDS = {
  coin: [{ name: 'address', label: 'method.walletAddress', missing: 'method.enterAddress', most: 150, ltr: true }],
  bank: [
    { name: 'bank', label: 'method.bankName', missing: 'method.enterBank', most: 100, ltr: false },
    { name: 'payee', label: 'method.payee', missing: 'method.enterPayee', most: 100, ltr: false },
    { name: 'account', label: 'method.account', missing: 'method.enterAccount', most: 60, ltr: true },
    { name: 'swift', label: 'method.swift', missing: undefined, most: 20, ltr: true },
    { name: 'branch', label: 'method.branchName', missing: undefined, most: 200, ltr: false },
    { name: 'remark', label: 'method.remark', missing: undefined, most: 200, ltr: false },
  ],
} as const;

type FieldName = (typeof FIELDS)[FundingMethod][number]['name'];
type Values = Partial<Record<FieldName, string>>;

const REFUSED_AT: Readonly<Record<string, FieldName | 'proof'>> = {
  coin_address_invalid: 'address',
  bank_account_invalid: 'account',
  swift_invalid: 'swift',
  ...PROOF_REFUSALS,
};

function BindForm({
  kind,
  currencies,
}: {
  readonly kind: FundingMethod;
  readonly currencies: readonly WithdrawalCurrency[];
}): ReactNode {
  const t = useText();
  const [currency, setCurrency] = useState(currencies[0]?.id);
  const [values, setValues] = useState<Values>({});
  const [tried, setTried] = useState(false);
  const owner = useOwnerProof();
  const refusal = useFieldRefusal(REFUSED_AT);
  const bind = useBind(owner, refusal);
  const isMissing = (name: keyof Values): boolean => (values[name] ?? '').trim() === '';
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        refusal.clear();
        const isWhole = FIELDS[kind].every(({ name, missing }) => missing === undefined || !isMissing(name));
        if (isWhole && owner.isComplete) bind.mutate({ kind, currency, ...values });
        else showProblems(event.currentTarget, () => setTried(true));
      }}
    >
      <SelectField
        label={t(kind === 'coin' ? 'method.coinType' : 'method.beneficiaryCurrency')}
        value={currency}
        onValue={setCurrency}
        options={currencies.map((each) => ({ value: each.id, label: currencyName(each) }))}
      />
      {FIELDS[kind].map(({ name, label, missing, most, ltr }) => (
        <TextField
          key={name}
          label={missing === undefined ? t('draw.optional', { field: t(label) }) : t(label)}
          value={values[name] ?? ''}
          onValue={(value) => {
            refusal.clear();
            setValues({ ...values, [name]: ltr ? latinDigits(value) : value });
          }}
          maxLength={most}
          autoComplete="off"
          spellCheck={false}
          dir={ltr ? 'ltr' : 'auto'}
          error={refusal.at(name) ?? (tried && missing !== undefined && isMissing(name) ? t(missing) : undefined)}
        />
      ))}
      <OwnerProofField form={owner} tried={tried} refused={refusal.at('proof')} />
      <p className="text-14 text-quiet">{t('method.checkTwice')}</p>
      <Button type="submit" wide busy={bind.isPending}>
        {t('method.submit')}
      </Button>
    </form>
  );
}

/**
 * Binds a method and goes back, for instance to a withdrawal. A page opened by a direct link leads to the list instead.
 */
function useBind(owner: OwnerProofForm, refusal: FieldRefusal<FieldName | 'proof'>) {
  const navigate = useNavigate();
  const { key: entry } = useLocation();
  const queries = useQueryClient();
  const whileShown = useWhileShown();
  const keyFor = useStableKey();
  const user = useSession((session) => session.user?.uid ?? '');
  return useMutation({
    mutationFn: (method: NewMethod) =>
      // The key does not depend on the proof: a repeat after a lost answer may carry another code.
      bindMethod(api, method, owner.proof, { announce: true, quiet: true, key: keyFor(method) }),
    onError: (error) => {
      refusal.take(error);
      owner.onTyped('');
    },
    onSuccess: async ({ kind }) => {
      // Refetched before the navigation, so that the previous screen does not start with the old list.
      await queries.invalidateQueries({ queryKey: accountKey(user, 'methods'), refetchType: 'all' });
      whileShown(() => {
        if (entry === FIRST_ENTRY)
          void navigate(kind === 'coin' ? '/mine/coin-address-list' : '/mine/bank-card-list', { replace: true });
        else afterLayers(() => void navigate(-1));
      });
    },
  });
}
