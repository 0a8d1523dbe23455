import { latinDigits } from '@fairlot/client';
import type { CallInput } from '@fairlot/client';
import { Button, TextField } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStableKey } from '../../accounts/stable-key.ts';
import { Loaded } from '../../money/Loaded.tsx';
import { MoneyPage } from '../../money/MoneyPage.tsx';
import { NoWay } from '../../money/NoWay.tsx';
import { SelectField } from '../../money/SelectField.tsx';
import { currencyName, useDrawCurrencies } from '../../money/queries.ts';
import type { DrawCurrency, DrawType } from '../../money/queries.ts';
import { accountKey } from '../../shared/query-client.ts';
import { api } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';
import { showProblems } from '../../shared/show-problems.ts';
import { useText } from '../../shared/text.ts';

/** Binds an address (type 1) or a bank account (type 2), as the address of the page says. */
export function BindScreen(): ReactNode {
  const t = useText();
  const { search } = useLocation();
  const type: DrawType = new URLSearchParams(search).get('type') === '2' ? 2 : 1;
  const currencies = useDrawCurrencies(type);
  return (
    <MoneyPage title={t(type === 1 ? 'method.bindAddress' : 'method.bindCard')}>
      {() => (
        <Loaded query={currencies} shape="h-80">
          {(list) =>
            list.length === 0 ? (
              <NoWay title={t('draw.noCurrency')} />
            ) : (
              <BindForm key={type} type={type} currencies={list} />
            )
          }
        </Loaded>
      )}
    </MoneyPage>
  );
}

/** The router's name for the place at which a page was opened. */
const FIRST_ENTRY = 'default';

const FIELDS = {
  1: [{ name: 'dc_address', label: 'method.walletAddress', missing: 'method.enterAddress', most: 150, ltr: true }],
  2: [
    { name: 'bank_name', label: 'method.bankName', missing: 'method.enterBank', most: 100, ltr: false },
    { name: 'payee_name', label: 'method.payee', missing: 'method.enterPayee', most: 100, ltr: false },
    { name: 'payee_account', label: 'method.account', missing: 'method.enterAccount', most: 60, ltr: true },
    { name: 'bank_swift', label: 'method.swift', missing: undefined, most: 20, ltr: true },
    { name: 'bank_address', label: 'method.branchName', missing: undefined, most: 200, ltr: false },
  ],
} as const;

type Values = Partial<Record<(typeof FIELDS)[DrawType][number]['name'], string>>;

function BindForm({
  type,
  currencies,
}: {
  readonly type: DrawType;
  readonly currencies: readonly DrawCurrency[];
}): ReactNode {
  const t = useText();
  const [currency, setCurrency] = useState(currencies[0]?.id);
  const [values, setValues] = useState<Values>({});
  const [tried, setTried] = useState(false);
  const bind = useBind();
  const isMissing = (name: keyof Values): boolean => (values[name] ?? '').trim() === '';
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (FIELDS[type].every(({ name, missing }) => missing === undefined || !isMissing(name)))
          bind.mutate({ type, draw_id: currency, ...values });
        else showProblems(event.currentTarget, () => setTried(true));
      }}
    >
      <SelectField
        label={t(type === 1 ? 'method.coinType' : 'method.beneficiaryCurrency')}
        value={currency}
        onValue={setCurrency}
        options={currencies.map((each) => ({ value: each.id, label: currencyName(each) }))}
      />
      {FIELDS[type].map(({ name, label, missing, most, ltr }) => (
        <TextField
          key={name}
          label={missing === undefined ? t('draw.optional', { field: t(label) }) : t(label)}
          value={values[name] ?? ''}
          onValue={(value) => setValues({ ...values, [name]: ltr ? latinDigits(value) : value })}
          maxLength={most}
          autoComplete="off"
          spellCheck={false}
          dir={ltr ? 'ltr' : 'auto'}
          error={tried && missing !== undefined && isMissing(name) ? t(missing) : undefined}
        />
      ))}
      <p className="text-14 text-quiet">{t('method.checkTwice')}</p>
      <Button type="submit" wide busy={bind.isPending}>
        {t('method.submit')}
      </Button>
    </form>
  );
}

/** Binds and goes back to where one came from, which may be a withdrawal; whoever came by the address alone sees the list. */
function useBind() {
  const navigate = useNavigate();
  const { key: entry } = useLocation();
  const queries = useQueryClient();
  const keyFor = useStableKey();
  const user = useSession((session) => session.user?.uid ?? '');
  return useMutation({
    mutationFn: (input: CallInput<'bindDrawMethod'>) =>
      api.call('bindDrawMethod', input, { announce: true, key: keyFor(input) }),
    onSuccess: async ({ type }) => {
      // The screen that one returns to must not begin with what was bound before.
      await queries.invalidateQueries({ queryKey: accountKey(user, 'methods'), refetchType: 'all' });
      if (entry === FIRST_ENTRY)
        void navigate(type === 1 ? '/mine/coin-address-list' : '/mine/bank-card-list', { replace: true });
      else void navigate(-1);
    },
  });
}
