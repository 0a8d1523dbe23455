import type { StaffOutput } from '@fairlot/client';
import { Button, EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { Figure, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { ListSkeleton } from './UserLists.tsx';

type Linked = StaffOutput<'officeUserLinks'>['linked'][number];
type Similar = StaffOutput<'officeUserLinks'>['similar'][number];

/** Other records of the same person, and hints at further ones. */
export function UserLinks({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const query = useRead('officeUserLinks', { user_id: id }, { every: REFRESH_MS });
  return (
    <ScrollRegion label={t('users.links')} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      <Loaded query={query} skeleton={<ListSkeleton />}>
        {({ linked, similar }) =>
          linked.length + similar.length === 0 ? (
            <EmptyState title={t('list.empty')} text={t('users.linksEmpty')} />
          ) : (
            <>
              <ul className="divide-y divide-line">
                {linked.map((row) => (
                  <LinkedUser key={row.id} user={id} row={row} />
                ))}
              </ul>
              {similar.length === 0 ? null : (
                <section aria-label={t('users.similar')} className="border-t border-line">
                  <h2 className="gutter pt-3 text-14 font-semibold">{t('users.similar')}</h2>
                  <ul className="divide-y divide-line">
                    {similar.map((row) => (
                      <SimilarUser key={row.userId} user={id} row={row} />
                    ))}
                  </ul>
                </section>
              )}
            </>
          )
        }
      </Loaded>
    </ScrollRegion>
  );
}

function LinkedUser({ user, row }: { readonly user: number; readonly row: Linked }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <li className="gutter grid gap-1 py-3 text-14" data-testid="row">
      <Name row={row} />
      <Words>{row.reason}</Words>
      <p className="flex flex-wrap gap-x-3 text-12 text-quiet">
        <bdi>{row.author}</bdi>
        <When at={row.at} />
      </p>
      {mayCall(self.roles, 'officeUnlinkUsers') ? (
        <div className="-ms-4">
          <Button kind="plain" onClick={() => unlink(t, user, row)}>
            {t('users.unlink')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function SimilarUser({ user, row }: { readonly user: number; readonly row: Similar }): ReactNode {
  const t = useText();
  return (
    <li className="gutter grid gap-1 py-3 text-14" data-testid="row">
      <Name row={row} />
      <p className="text-quiet">{row.by.map((hint) => t(`similar.${hint}`)).join(' · ')}</p>
      <div className="-ms-4">
        <Button kind="plain" onClick={() => linkSimilar(t, user, row)}>
          {t('users.link')}
        </Button>
      </div>
    </li>
  );
}

function Name({ row }: { readonly row: Linked | Similar }): ReactNode {
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 wrap-anywhere">
      <UserLink id={row.userId}>{row.account === '' ? row.uid : row.account}</UserLink>
      {row.account === '' ? null : <Figure>{row.uid}</Figure>}
    </p>
  );
}

const nameOf = ({ account, uid }: Linked | Similar): string => [account, uid].filter((part) => part !== '').join(' · ');

function linkSimilar(t: Text, user: number, row: Similar): void {
  startAction<'officeLinkUsers'>({
    call: 'officeLinkUsers',
    title: t('users.link'),
    text: t('users.linkText'),
    confirmLabel: t('users.link'),
    figures: [{ label: t('field.user'), value: nameOf(row) }],
    fields: [{ kind: 'long', name: 'reason' }],
    input: (given) => ({ ...given, user_id: user, other_id: row.userId }) as never,
  });
}

function unlink(t: Text, user: number, row: Linked): void {
  startAction<'officeUnlinkUsers'>({
    call: 'officeUnlinkUsers',
    title: t('users.unlink'),
    text: t('users.unlinkText'),
    confirmLabel: t('users.unlink'),
    critical: true,
    figures: [{ label: t('field.user'), value: nameOf(row) }],
    fields: [{ kind: 'long', name: 'reason' }],
    input: (given) => ({ ...given, user_id: user, id: row.id }) as never,
  });
}
