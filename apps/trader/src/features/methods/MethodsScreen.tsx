import { Button, EmptyState, IconButton } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../../money/Loaded.tsx';
import { MoneyPage } from '../../money/MoneyPage.tsx';
import { currencyName, useMethods } from '../../money/queries.ts';
import type { DrawMethod, DrawType } from '../../money/queries.ts';
import { useConfirm } from '../../shared/confirm.ts';
import { accountKey } from '../../shared/query-client.ts';
import { api } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { SwipeRow } from './SwipeRow.tsx';

/** Bound bank cards. */
export function BankCardsScreen(): ReactNode {
  return <Methods type={2} />;
}

/** Bound coin addresses. */
export function CoinAddressesScreen(): ReactNode {
  return <Methods type={1} />;
}

function Methods({ type }: { readonly type: DrawType }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const methods = useMethods(type);
  const coin = type === 1;
  const add = (): void => void navigate(`/mine/withdraw-way?type=${type}`);
  return (
    <MoneyPage
      title={t(coin ? 'title.coinAddresses' : 'title.bankCards')}
      actions={<IconButton icon="plus" label={t(coin ? 'method.addAddress' : 'method.addCard')} onClick={add} />}
    >
      {() => (
        <Loaded query={methods} shape="h-20">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                art="methods"
                title={t(coin ? 'method.noAddresses' : 'method.noCards')}
                text={t(coin ? 'method.noAddressesHint' : 'method.noCardsHint')}
                action={<Button onClick={add}>{t(coin ? 'method.addAddress' : 'method.addCard')}</Button>}
              />
            ) : (
              <ul className="overflow-hidden rounded-surface border border-line bg-surface">
                {list.map((method) => (
                  <li key={method.id} className="border-b border-line last:border-b-0">
                    <MethodRow method={method} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </MoneyPage>
  );
}

function MethodRow({ method }: { readonly method: DrawMethod }): ReactNode {
  const t = useText();
  const remove = useRemove(method.id);
  return (
    <SwipeRow actionLabel={t('method.remove')} onAction={remove.ask}>
      <div className="flex min-h-18 items-center gap-3 py-2 ps-4 pe-1">
        <div className="min-w-0 flex-1">
          <p className="text-16 font-medium wrap-anywhere">
            <bdi>{method.type === 1 ? currencyName(method.draw_currency) : method.bank_name}</bdi>
          </p>
          <p className="text-14 wrap-anywhere text-quiet">
            <bdi dir="ltr">{method.type === 1 ? method.dc_address : method.payee_account}</bdi>
          </p>
          {method.type === 1 ? null : (
            <p className="text-12 text-quiet wrap-anywhere">
              <bdi>{method.payee_name}</bdi> · <bdi>{currencyName(method.draw_currency)}</bdi>
            </p>
          )}
        </div>
        <span className="group-data-open/swipe:invisible">
          <Button kind="plain" busy={remove.busy} onClick={remove.ask}>
            {t('method.remove')}
          </Button>
        </span>
      </div>
    </SwipeRow>
  );
}

function useRemove(id: number): { readonly ask: () => void; readonly busy: boolean } {
  const t = useText();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const user = useSession((session) => session.user?.uid ?? '');
  const remove = useMutation({
    mutationFn: () => api.call('delDrawMethod', { id }, { announce: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: accountKey(user, 'methods') }),
  });
  const ask = async (): Promise<void> => {
    if (
      await confirm({
        title: t('method.removeTitle'),
        text: t('method.removeText'),
        confirmLabel: t('method.remove'),
        critical: true,
      })
    )
      remove.mutate();
  };
  return { ask: () => void ask(), busy: remove.isPending };
}
