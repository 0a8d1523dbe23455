import type { Leader } from '@fairlot/client';
import { BAR, Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useIsCopyingOffered } from '../../features/copying/copying-query.ts';
import { signInPath } from '../../shared/session/session-lost.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { FollowSheet } from './FollowSheet.tsx';

/** The bar below a trader's page: follow, see one's copy, or why following is not possible. */
export function FollowBar({ id, leader }: { readonly id: number; readonly leader: Leader }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const offered = useIsCopyingOffered();
  const [open, setOpen] = useState(false);
  return (
    <div {...{ [BAR]: '' }} className="shrink-0 border-t border-line bg-surface p-4">
      <div className="mx-auto max-w-172">
        {!offered && leader.copy === null ? (
          <p className="text-14 text-quiet">{t('copying.own.notOffered')}</p>
        ) : user === null ? (
          <Row note={t('copying.leader.visitor')}>
            <Button wide onClick={() => void navigate(signInPath(`/trader?id=${String(id)}`))}>
              {t('copying.leader.login')}
            </Button>
          </Row>
        ) : leader.copy !== null ? (
          <Button wide onClick={() => void navigate(`/copy?id=${String(leader.copy)}`)}>
            {t('copying.leader.seeCopy')}
          </Button>
        ) : !leader.accepts ? (
          <p className="text-14 text-quiet">{t('copying.leader.notAccepting')}</p>
        ) : leader.trader.isDemo !== user.isDemo ? (
          <p className="text-14 text-quiet">{t('copying.leader.otherKind')}</p>
        ) : (
          <Button wide onClick={() => setOpen(true)}>
            {t('copying.leader.follow')}
          </Button>
        )}
      </div>
      <FollowSheet trader={id} leader={leader} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

function Row({ note, children }: { readonly note: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-14 text-quiet">{note}</p>
      {children}
    </div>
  );
}
