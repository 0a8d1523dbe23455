import { CallError } from '@fairlot/client';
import { DISPLAY_NAME_MAX } from '@fairlot/contract';
import { Button, Sheet, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useConfirm } from '../../shared/confirm.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { useListing } from './ranking-query.ts';
import type { OwnRanking } from './ranking-query.ts';

export interface ListingSheetProps {
  readonly own: OwnRanking;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The name under which one is listed, and the way out. */
export function ListingSheet({ own, open, onClose }: ListingSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('rank.own.title')} closeLabel={t('common.close')}>
      {open ? <Form own={own} onClose={onClose} /> : null}
    </Sheet>
  );
}

function Form({ own, onClose }: Pick<ListingSheetProps, 'own' | 'onClose'>): ReactNode {
  const t = useText();
  const confirm = useConfirm();
  const demo = useSession((session) => session.user?.is_demo === 1);
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

/** The server's words on a name; a call that never arrived has only its code. */
function refusalOf(error: Error | null): string | undefined {
  return error instanceof CallError ? error.msg : error?.message;
}
