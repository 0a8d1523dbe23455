import { formatAmount, readInviteCenter, readRewards } from '@fairlot/client';
import type { InviteCenter, OwnReward } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { usePercent, useText, useTimes } from '../../shared/language/language.ts';
import { Facts } from '../../shared/lists/Facts.tsx';
import { Records } from '../../shared/lists/Records.tsx';
import { useRecords } from '../../shared/lists/records.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

type Scroller = RefObject<HTMLDivElement | null>;

/** By whom the user came, and the rewards: their terms, what was earned by month, and each of them. */
export function InviteRewards({ scroller }: { readonly scroller: Scroller }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const { data } = useQuery({
    queryKey: accountKey(user, 'invite'),
    queryFn: ({ signal }) => readInviteCenter(api, { quiet: true, signal }),
  });
  if (data === undefined) return null;
  const isOffered = data.terms !== null || data.months.length > 0;
  return (
    <>
      {data.inviter === '' ? null : (
        <p className="text-center text-14 text-quiet">{t('invite.by', { name: isolate(data.inviter) })}</p>
      )}
      {isOffered ? (
        <section className="flex flex-col gap-2">
          <h2 className="text-16 font-semibold">{t('invite.terms')}</h2>
          {data.terms === null ? null : <Terms terms={data.terms} />}
          {data.months.length === 0 ? null : <Earned center={data} />}
          <Rewards scroller={scroller} />
        </section>
      ) : null}
    </>
  );
}

const CARD = 'rounded-surface border border-line bg-surface p-4';

function Terms({ terms }: { readonly terms: NonNullable<InviteCenter['terms']> }): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const isFixed = terms.kind === 'fixed';
  return (
    <div className={CARD}>
      <dl className="grid gap-2">
        {isFixed ? (
          <>
            <Line name={t('invite.person')} value={formatAmount(terms.amount)} />
            <Line name={t('invite.deposits')} value={formatAmount(terms.minDeposits)} />
            <Line name={t('invite.fees')} value={formatAmount(terms.minFees)} />
          </>
        ) : (
          <Line name={t('invite.share')} value={ofFigure(String(terms.percent))} />
        )}
        <Line name={t('invite.days')} value={String(terms.days)} />
        {isFixed ? <Line name={t('invite.hold')} value={String(terms.holdDays)} /> : null}
      </dl>
      <p className="mt-3 text-14 text-quiet">{t('invite.termsLead')}</p>
    </div>
  );
}

/** The rewards paid, in all and by month. */
function Earned({ center: { earned, months } }: { readonly center: InviteCenter }): ReactNode {
  const t = useText();
  return (
    <dl className={`${CARD} grid gap-2`}>
      <Line name={t('invite.earned')} value={formatAmount(earned)} />
      {months.map(({ month, amount }) => (
        <Line key={month} name={<bdi className="figure">{month}</bdi>} value={formatAmount(amount)} />
      ))}
    </dl>
  );
}

function Line({ name, value }: { readonly name: ReactNode; readonly value: string }): ReactNode {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="min-w-0 text-14 text-quiet">{name}</dt>
      <dd className="ms-auto text-14 font-medium">
        <span className="figure">{value}</span>
      </dd>
    </div>
  );
}

function Rewards({ scroller }: { readonly scroller: Scroller }): ReactNode {
  const t = useText();
  const query = useRecords<OwnReward>('rewards', (page, signal) => readRewards(api, page, { quiet: true, signal }));
  // The terms above say what brings a first one.
  if (query.data?.pages[0]?.total === 0) return null;
  return (
    <Records query={query} scroller={scroller} idOf={({ id }) => id} emptyHint={t('invite.termsLead')}>
      {(reward) => <Reward reward={reward} />}
    </Records>
  );
}

function Reward({ reward }: { readonly reward: OwnReward }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div className="flex min-h-16 flex-col justify-center px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 text-16 font-medium">
          <span className="figure">{formatAmount(reward.amount)}</span>
        </span>
        <span className="shrink-0 text-14 text-quiet">{t(`invite.reward.${reward.state}`)}</span>
      </div>
      <Facts>
        <bdi dir="ltr">{reward.name}</bdi>
        {t(reward.kind === 'fixed' ? 'invite.fixed' : 'invite.shareOf')}
        <bdi className="tabular-nums">{times.date(`${reward.day}T12:00`)}</bdi>
        {t('money.reference', { id: reward.id })}
      </Facts>
    </div>
  );
}
