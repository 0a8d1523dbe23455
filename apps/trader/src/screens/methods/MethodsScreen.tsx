import type { FundingMethod, WithdrawalMethod } from '@fairlot/client';
import { Button, EmptyState, IconButton } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../../features/money/Loaded.tsx';
import { MoneyPage } from '../../features/money/MoneyPage.tsx';
import { BIND_TYPE, currencyName, useMethods } from '../../features/money/queries.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { SwipeRow } from './SwipeRow.tsx';

/** The user's bound bank accounts. */
export function BankCardsScreen(): ReactNode {
  return <Methods kind="bank" />;
}

/** The user's bound coin addresses. */
export function CoinAddressesScreen(): ReactNode {
  return <Methods kind="coin" />;
}

function Methods({ kind }: { readonly kind: FundingMethod }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const methods = useMethods(kind);
  const coin = kind === 'coin';
  const add = (): void => void navigate(`/mine/withdraw-way?type=${BIND_TYPE[kind]}`);
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

function MethodRow({ method }: { readonly method: WithdrawalMethod }): ReactNode {
  const t = useText();
  const times = useTimes();
  const remove = useRemove(method.id);
  return (
    <SwipeRow actionLabel={t('method.remove')} onAction={remove.ask}>
      <div className="flex min-h-18 items-center gap-3 py-2 ps-4 pe-1">
        <div className="min-w-0 flex-1">
          <p className="text-16 font-medium wrap-anywhere">
            <bdi>{method.kind === 'coin' ? currencyName(method.currency) : method.bank}</bdi>
          </p>
          <p className="text-14 wrap-anywhere text-quiet">
            <bdi dir="ltr">{method.kind === 'coin' ? method.address : method.account}</bdi>
          </p>
          {method.kind === 'coin' ? null : (
            <p className="text-12 text-quiet wrap-anywhere">
              <bdi>{method.payee}</bdi> · <bdi>{currencyName(method.currency)}</bdi>
            </p>
          )}
          {method.usableFrom === null ? null : (
            <p className="text-12 text-notice">{t('draw.waits', { time: times.dateTime(method.usableFrom) })}</p>
          )}
          {method.remark === '' ? null : (
            <p className="text-12 text-quiet wrap-anywhere">
              {t('method.remark')}: <bdi>{method.remark}</bdi>
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
