import { CallError } from '@fairlot/client';
import { DISPLAY_NAME_MAX } from '@fairlot/contract';
import { Button, Sheet, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { confirm } from '../../shared/messages/confirm.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { LeadForm } from './LeadForm.tsx';
import { useListing } from './ranking-query.ts';
import type { OwnRanking } from '@fairlot/client';

export interface ListingSheetProps {
  readonly own: OwnRanking;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Edits the user's public name in the ranking, with a button to leave it. */
export function ListingSheet({ own, open, onClose }: ListingSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('rank.own.title')} closeLabel={t('common.close')}>
      {open ? <Form own={own} onClose={onClose} /> : null}
      {open && own.state === 'listed' ? <LeadForm /> : null}
    </Sheet>
  );
}

function Form({ own, onClose }: Pick<ListingSheetProps, 'own' | 'onClose'>): ReactNode {
  const t = useText();
  const demo = useSession((session) => session.user?.isDemo === true);
  const [name, setName] = useState(own.state === 'hidden' ? '' : own.name);
  const listing = useListing();
  const leave = async (): Promise<void> => {
    const yes = await confirm({
      title: t('rank.own.leaveTitle'),
      text: t('rank.own.leaveText'),
      confirmLabel: t('rank.own.leave'),
    });
    if (yes) listing.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <form
      className="space-y-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        listing.mutate(name, { onSuccess: onClose });
      }}
    >
      {own.state === 'hidden' ? (
        <p className="text-14 text-notice">{t('rank.own.hiddenHint', { reason: own.reason })}</p>
      ) : null}
      <TextField
        label={t('rank.own.name')}
        hint={t('rank.own.nameHint')}
        value={name}
        maxLength={2 * DISPLAY_NAME_MAX}
        autoComplete="nickname"
        dir="auto"
        error={refusalOf(listing.error)}
        onValue={(next) => {
          setName(next);
          listing.reset();
        }}
      />
      <p className="text-14 text-quiet">{t(demo ? 'rank.own.demoNote' : 'rank.own.realNote')}</p>
      <Button
        type="submit"
        wide
        busy={listing.isPending}
        disabled={name.trim() === '' || (own.state === 'listed' && name.trim() === own.name)}
      >
        {t(own.state === 'listed' ? 'rank.own.save' : 'rank.own.join')}
      </Button>
      {own.state === 'listed' ? (
        <Button kind="plain" wide onClick={() => void leave()}>
          {t('rank.own.leave')}
        </Button>
      ) : null}
    </form>
  );
}

/** The server's message about a name; a transport error has only its code. */
function refusalOf(error: Error | null): string | undefined {
  return error instanceof CallError ? error.msg : error?.message;
}
