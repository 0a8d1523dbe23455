import { isolate } from '@fairlot/i18n';
import { Button, EmptyState } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../../money/Loaded.tsx';
import { NoWay } from '../../money/NoWay.tsx';
import { SelectField } from '../../money/SelectField.tsx';
import { currencyName, useBounds, useDrawCurrencies, useMethods } from '../../money/queries.ts';
import type { AmountBounds, DrawCurrency, DrawMethod, DrawType } from '../../money/queries.ts';
import { useText } from '../../shared/text.ts';
import { AmountForm } from './AmountForm.tsx';
import { useNotBoundDialog } from './use-not-bound-dialog.ts';

export interface WithdrawFormProps {
  readonly type: DrawType;
  readonly onDone: () => void;
}

/** Waits for what the form needs: currencies, bound methods and bounds. */
export function WithdrawForm({ type, onDone }: WithdrawFormProps): ReactNode {
  const currencies = useDrawCurrencies(type);
  const methods = useMethods(type);
  const bounds = useBounds();
  return (
    <Loaded query={currencies} shape="h-80">
      {(list) => (
        <Loaded query={methods} shape="h-80">
          {(bound) => (
            <Loaded query={bounds} shape="h-80">
              {(limits) => (
                <ChooseTarget
                  type={type}
                  currencies={list}
                  methods={bound}
                  fresh={!methods.isFetching}
                  bounds={limits}
                  onDone={onDone}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ChooseTargetProps extends WithdrawFormProps {
  readonly currencies: readonly DrawCurrency[];
  readonly methods: readonly DrawMethod[];
  /** The methods are those of now, not what was known before. */
  readonly fresh: boolean;
  readonly bounds: AmountBounds;
}

/** Beginning and end of an address or account number, by which people know it, left to right in every language. */
function shortened(text: string): string {
  return isolate(text.length <= 20 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`);
}

/** Currency and method, and then the amount. */
function ChooseTarget({ type, currencies, methods, fresh, bounds, onDone }: ChooseTargetProps): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  // Where somebody has bound a method, that is the likely currency.
  const currency =
    currencies.find(({ id }) => id === wanted) ??
    currencies.find(({ id }) => methods.some((each) => each.draw_currency.id === id)) ??
    currencies[0];
  const fitting = methods.filter((each) => each.draw_currency.id === currency?.id);
  const method = fitting.find(({ id }) => id === chosen) ?? fitting[0];
  useNotBoundDialog(type, fresh && methods.length === 0 && currencies.length > 0 && bounds.verification_missing === 0);
  if (bounds.verification_missing === 1) {
    return (
      <EmptyState
        art="identity"
        title={t('draw.verifyFirst')}
        text={t('draw.verifyText')}
        action={<Button onClick={() => void navigate('/mine/auth')}>{t('draw.verify')}</Button>}
      />
    );
  }
  if (currency === undefined) return <NoWay title={t('draw.noCurrency')} />;
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
          <Button kind="secondary" onClick={() => void navigate(`/mine/withdraw-way?type=${type}`)}>
            {t('draw.bind')}
          </Button>
        </div>
      ) : (
        <SelectField
          label={t(type === 1 ? 'draw.address' : 'draw.account')}
          value={method.id}
          onValue={setChosen}
          options={fitting.map((each) => ({
            value: each.id,
            label: type === 1 ? shortened(each.dc_address) : `${each.bank_name} ${shortened(each.payee_account)}`,
          }))}
        />
      )}
      <AmountForm type={type} currency={currency} method={method} bounds={bounds} onDone={onDone} />
    </>
  );
}
