import { formatMoneyText, formatResult, readLedger, signOf } from '@fairlot/client';
import type { LedgerEntry } from '@fairlot/client';
import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { Button, IconButton, PullToRefresh } from '@fairlot/ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Facts } from '../../shared/lists/Facts.tsx';
import { Records } from '../../shared/lists/Records.tsx';
import { reloadRecords, useRecords } from '../../shared/lists/records.ts';
import { useAccount } from '../../shared/account/live-account.ts';
import { Screen } from '../../shared/layout/Screen.tsx';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { useText, useTimes } from '../../shared/language/language.ts';

/** All movements of the account's money, with the available and the frozen balance. */
export function LedgerScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const user = useSession((session) => session.user);
  const account = useAccount();
  const query = useRecords<LedgerEntry>('ledger', (page, signal) => readLedger(api, page, { quiet: true, signal }));
  const refresh = (): void => void reloadRecords(user?.uid ?? '', 'ledger');
  return (
    <Screen
      title={t('title.ledger')}
      back
      actions={
        <>
          <IconButton icon="chart" label={t('title.statement')} onClick={() => void navigate('/mine/statement')} />
          <IconButton icon="refresh" label={t('common.refresh')} onClick={refresh} />
        </>
      }
    >
      <div className="min-h-0 flex-1">
        <PullToRefresh
          focusable
          scroller={scroller}
          onRefresh={refresh}
          shownMs={PULL_TO_REFRESH_MS}
          pullLabel={t('common.pullToRefresh')}
          releaseLabel={t('common.releaseToRefresh')}
          refreshingLabel={t('common.refreshing')}
        >
          <div className="mx-auto flex max-w-180 flex-col gap-4 p-4">
            <dl className="grid grid-cols-2 gap-3 crowded:grid-cols-1 rounded-surface border border-line bg-surface p-4">
              <Sum name={t('money.available')} value={account?.available ?? user?.available} />
              <Sum name={t('money.frozen')} value={account?.frozen ?? user?.frozen} />
            </dl>
            <Records
              query={query}
              scroller={scroller}
              idOf={({ id }) => id}
              emptyHint={t('ledger.emptyHint')}
              emptyAction={
                <Button kind="secondary" onClick={() => void navigate('/mine/charge')}>
                  {t('title.charge')}
                </Button>
              }
            >
              {(entry) => <Row entry={entry} />}
            </Records>
          </div>
        </PullToRefresh>
      </div>
    </Screen>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: string | undefined }): ReactNode {
  const masked = useMasked();
  return (
    <div className="min-w-0">
      <dt className="text-12 text-quiet">{name}</dt>
      <dd className="text-20 font-semibold wrap-anywhere">
        <span className="figure">
          {masked(formatMoneyText(value))}
          <span className="ms-1 text-12 font-medium text-quiet">USD</span>
        </span>
      </dd>
    </div>
  );
}

function Row({ entry }: { readonly entry: LedgerEntry }): ReactNode {
  const t = useText();
  const times = useTimes();
  const masked = useMasked();
  const frozen = signOf(entry.available) === 0;
  return (
    <div className="flex min-h-16 items-center gap-x-3 px-4 py-2.5 crowded:flex-wrap">
      <span className="min-w-0 flex-1 crowded:basis-full">
        <span className="block text-16 wrap-anywhere">
          <bdi>{entry.title}</bdi>
        </span>
        <Facts>
          <bdi className="tabular-nums">{times.dateTime(entry.at)}</bdi>
          {entry.reference === null ? null : t('money.reference', { id: entry.reference })}
          {frozen ? t('ledger.ofFrozen') : null}
        </Facts>
      </span>
      <span className="figure ms-auto shrink-0 text-16 font-medium">{masked(formatResult(entry.value))}</span>
    </div>
  );
}
