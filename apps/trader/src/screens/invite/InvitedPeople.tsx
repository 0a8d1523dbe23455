import { readInvited } from '@fairlot/client';
import type { InvitedPerson } from '@fairlot/client';
import type { ReactNode, RefObject } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { Facts } from '../../shared/lists/Facts.tsx';
import { Records } from '../../shared/lists/Records.tsx';
import { useRecords } from '../../shared/lists/records.ts';
import { api } from '../../shared/services/services.ts';

/** The persons who registered with the user's code, masked. */
export function InvitedPeople({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }): ReactNode {
  const t = useText();
  const query = useRecords<InvitedPerson>('invited', (page, signal) => readInvited(api, page, { quiet: true, signal }));
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{t('invite.people')}</h2>
      <Records query={query} scroller={scroller} idOf={({ number }) => number} emptyHint={t('invite.nobody')}>
        {(person) => <Person person={person} />}
      </Records>
    </section>
  );
}

function Person({ person }: { readonly person: InvitedPerson }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div className="flex min-h-16 flex-col justify-center px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi dir="ltr" className="min-w-0 text-16 wrap-anywhere">
          {person.name}
        </bdi>
        <span className="shrink-0 text-14 text-quiet">{t(`invite.state.${person.state}`)}</span>
      </div>
      <Facts>
        <bdi className="tabular-nums">{times.date(person.registeredAt)}</bdi>
      </Facts>
    </div>
  );
}
