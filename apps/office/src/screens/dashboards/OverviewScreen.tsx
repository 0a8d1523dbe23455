import { Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MENU, menuFor } from '../../shared/menu/menu.ts';
import { useRead } from '../../lists/list-calls.ts';
import { When } from '../../shared/cells/cells.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ageOf } from './queue-age.ts';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { HealthSummary } from './HealthSummary.tsx';

const EVERY_MS = 15_000;

/** The steps of a new house that are not done, the work queues with their ages, and the health of the server. */
export function OverviewScreen(): ReactNode {
  const t = useText();
  const query = useRead('officeQueues', {}, { every: EVERY_MS });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.overview')} />
      <div className="gutter grid gap-6 pb-8">
        <FirstSteps />
        <Loaded query={query} skeleton={<Skeleton shape="h-32 w-full" />}>
          {({ queues }) => (
            <section aria-label={t('overview.queues')} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {inOrder(queues).map((queue) => (
                <QueueCard key={queue.name} {...queue} now={query.dataUpdatedAt} />
              ))}
            </section>
          )}
        </Loaded>
        <LoneChanges />
        <HealthSummary />
      </div>
    </div>
  );
}

/** Tells all staff about changes that take effect although no second person can approve them. */
function LoneChanges(): ReactNode {
  const t = useText();
  const query = useRead('proposals', { state: 'waiting' }, { every: EVERY_MS });
  const alone = query.data?.list.filter((row) => row.alone) ?? [];
  if (alone.length === 0) return null;
  return (
    <section aria-label={t('overview.alone')} className="rounded-surface bg-notice-soft p-4 text-14">
      <h2 className="font-semibold">{t('overview.alone')}</h2>
      <ul className="mt-2 grid gap-1">
        {alone.map((row) => (
          <li key={row.id}>
            <When at={row.effectiveAt} /> · {t('proposals.one', { id: row.id })} · <bdi>{row.author}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sorts the queues in the order of the navigation. */
function inOrder<Queue extends { readonly name: string }>(queues: readonly Queue[]): readonly Queue[] {
  const places = MENU.flatMap((group) => group.entries).map(({ queue }) => queue);
  return [...queues].sort((one, other) => places.indexOf(one.name) - places.indexOf(other.name));
}

const LEVELS = { fresh: 'text-quiet', late: 'text-notice', overdue: 'text-critical font-semibold' } as const;

interface QueueCardProps {
  readonly name: string;
  readonly waiting: number;
  readonly oldestAt: string | null;
  /** Time of the read, epoch milliseconds. */
  readonly now: number;
}

function QueueCard({ name, waiting, oldestAt: oldest, now }: QueueCardProps): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const entry = MENU.flatMap((group) => group.entries).find(({ queue }) => queue === name);
  const allowed = menuFor(roles).some((group) => group.entries.some(({ path }) => path === entry?.path));
  const age = oldest === null ? undefined : ageOf(oldest, now);
  const content = (
    <>
      <span className="block text-14 text-quiet">{wordOf(t, 'queue', name)}</span>
      <span className="block text-28 font-semibold">
        <span className="figure">{waiting}</span>
      </span>
      {age === undefined ? (
        <span className="text-14 text-quiet">{t('overview.nothing')}</span>
      ) : (
        <>
          <span className={cx('block text-14', LEVELS[age.level])}>{t(`age.${age.unit}`, { n: age.count })}</span>
          <span className="block text-12 text-quiet">
            <When at={oldest} />
          </span>
        </>
      )}
    </>
  );
  const look = 'block rounded-surface border border-line bg-surface p-4';
  return entry === undefined || !allowed ? (
    <div className={look}>{content}</div>
  ) : (
    <Link to={entry.path} className={cx(look, 'hover:border-line-strong')}>
      {content}
    </Link>
  );
}
