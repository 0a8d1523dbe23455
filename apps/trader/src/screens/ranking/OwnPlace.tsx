import { isolate, isolateWords } from '@fairlot/i18n';
import { Button, Skeleton } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useIsSignedIn } from '../../shared/session/session.ts';
import { ListingSheet } from './ListingSheet.tsx';
import { useOwnRanking } from './ranking-query.ts';
import type { OwnRanking } from '@fairlot/client';

/** The user's own entry in the ranking, with buttons to join, edit or leave. */
export function OwnPlace(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const signedIn = useIsSignedIn();
  const { data: own, isError } = useOwnRanking();
  const [editing, setEditing] = useState(false);
  if (!signedIn) {
    return (
      <Card
        text={t('rank.own.visitor')}
        action={
          <Button kind="secondary" onClick={() => void navigate('/login?from=%2Frank')}>
            {t('rank.own.login')}
          </Button>
        }
      />
    );
  }
  if (own === undefined)
    return isError ? null : <Card text={<Skeleton shape="h-5 w-48" />} action={<Skeleton shape="h-11 w-24" />} />;
  const edit = (
    <Button kind="secondary" onClick={() => setEditing(true)}>
      {t(own.state === 'listed' ? 'rank.own.edit' : 'rank.own.join')}
    </Button>
  );
  return (
    <>
      <Card text={<Standing own={own} />} action={edit} />
      <ListingSheet own={own} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function Card({ text, action }: { readonly text: ReactNode; readonly action: ReactNode }): ReactNode {
  return (
    <section className="mx-4 mt-4 flex items-center gap-3 crowded:flex-wrap rounded-surface border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 text-14 crowded:basis-full">{text}</div>
      <div className="shrink-0">{action}</div>
    </section>
  );
}

function Standing({ own }: { readonly own: OwnRanking }): ReactNode {
  const t = useText();
  const { change } = usePercent();
  if (own.state === 'none') return <Lines title={t('rank.own.none')} text={t('rank.own.noneHint')} />;
  if (own.state === 'hidden')
    return <Lines title={t('rank.own.hidden')} text={t('rank.own.hiddenHint', { reason: own.reason })} />;
  const { entry } = own;
  const text =
    entry === null
      ? t('rank.own.pending')
      : `${t('rank.rank', { rank: entry.rank })} · ${t('rank.sort.three_week_rate')} ${isolate(change(entry.threeWeekGrowth))}`;
  return <Lines title={t('rank.own.listed', { name: isolateWords(own.name) })} text={text} />;
}

function Lines({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p className="mt-0.5 text-quiet wrap-anywhere">{text}</p>
    </>
  );
}
