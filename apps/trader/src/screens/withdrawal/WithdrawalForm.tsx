import type { AmountBounds, FundingMethod, WithdrawalCurrency, WithdrawalMethod } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { Button, EmptyState } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../../features/money/Loaded.tsx';
import { MethodUnavailable } from '../../features/money/MethodUnavailable.tsx';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import {
  BIND_TYPE,
  currencyName,
  useBounds,
  useMethods,
  useWithdrawalCurrencies,
} from '../../features/money/queries.ts';
import { useText } from '../../shared/language/language.ts';
import { AmountForm } from './AmountForm.tsx';
import { useNotBoundDialog } from './use-not-bound-dialog.ts';

export interface WithdrawalFormProps {
  readonly way: FundingMethod;
  readonly onDone: () => void;
}

/** Loads the data of the form: currencies, bound methods and bounds. */
export function WithdrawalForm({ way, onDone }: WithdrawalFormProps): ReactNode {
  const currencies = useWithdrawalCurrencies(way);
  const methods = useMethods(way);
  const bounds = useBounds();
  return (
    <Loaded query={currencies} shape="h-80">
      {(list) => (
        <Loaded query={methods} shape="h-80">
          {(bound) => (
            <Loaded query={bounds} shape="h-80">
              {(limits) => (
                <ChooseTarget
                  way={way}
                  currencies={list}
                  methods={bound}
                  fresh={!methods.isFetching}
                  bounds={limits}
                  onDone={onDone}
                  onRefused={() => void currencies.refetch()}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ChooseTargetProps extends WithdrawalFormProps {
  readonly currencies: readonly WithdrawalCurrency[];
  readonly methods: readonly WithdrawalMethod[];
  /** True if the methods are current, not from the cache. */
  readonly fresh: boolean;
  readonly bounds: AmountBounds;
  readonly onRefused: () => void;
}

/** Start and end of an address or account number, left-to-right in every language. */
function shortened(text: string): string {
  return isolate(text.length <= 20 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`);
}

/** Selects currency and method, then asks for the amount. */
function ChooseTarget({ way, currencies, methods, fresh, bounds, onDone, onRefused }: ChooseTargetProps): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  // Defaults to a currency for which a method is bound.
  const currency =
    currencies.find(({ id }) => id === wanted) ??
    currencies.find(({ id }) => methods.some((each) => each.currency.id === id)) ??
    currencies[0];
  const fitting = methods.filter((each) => each.currency.id === currency?.id);
  const method = fitting.find(({ id }) => id === chosen) ?? fitting[0];
  useNotBoundDialog(way, fresh && methods.length === 0 && currencies.length > 0 && !bounds.verificationMissing);
  if (bounds.verificationMissing) {
    return (
      <EmptyState
        art="identity"
        title={t('draw.verifyFirst')}
        text={t('draw.verifyText')}
        action={<Button onClick={() => void navigate('/mine/auth')}>{t('draw.verify')}</Button>}
      />
    );
  }
  if (currency === undefined) return <MethodUnavailable title={t('draw.noCurrency')} />;
  return (
    <>
      <SelectField
        label={t('draw.currency')}
        value={currency.id}
        onValue={setWanted}
        options={currencies.map((each) => ({ value: each.id, label: currencyName(each) }))}
      />
      {method === undefined ? (
        <div className="flex flex-col gap-3 rounded-surface border border-line bg-surface p-4">
          <p className="text-14 text-quiet">{t('draw.setUpFirst')}</p>
          <Button kind="secondary" onClick={() => void navigate(`/mine/withdraw-way?type=${BIND_TYPE[way]}`)}>
            {t('draw.bind')}
          </Button>
        </div>
      ) : (
        <SelectField
          label={t(way === 'coin' ? 'draw.address' : 'draw.account')}
          value={method.id}
          onValue={setChosen}
          options={fitting.map((each) => ({
            value: each.id,
            label: way === 'coin' ? shortened(each.address) : `${each.bank} ${shortened(each.account)}`,
          }))}
        />
      )}
      <AmountForm way={way} currency={currency} method={method} bounds={bounds} onDone={onDone} onRefused={onRefused} />
    </>
  );
}
