import { Button } from '@fairlot/ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useCopy } from '../../shared/messages/copy.ts';
import { QrCode } from '@fairlot/web';
import { RealOnly } from '../../shared/layout/RealOnly.tsx';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useOwnUser } from '../../shared/services/own-user.ts';
import { useText } from '../../shared/language/language.ts';
import { InvitedPeople } from './InvitedPeople.tsx';
import { InviteRewards } from './InviteRewards.tsx';
import { inviteLink } from './invite-link.ts';

const QR_SIZE_PX = 160;

/** The user's invitation code and link, the persons who came by it, and the rewards for them. */
export function InviteScreen(): ReactNode {
  const t = useText();
  return (
    <RealOnly title={t('title.invite')}>
      <Invitation />
    </RealOnly>
  );
}

function Invitation(): ReactNode {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <Screen title={t('title.invite')} back>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <div className="gutter mx-auto flex w-full max-w-140 flex-col gap-8 py-8 safe-bottom">
          <Code />
          <InviteRewards scroller={scroller} />
          <InvitedPeople scroller={scroller} />
        </div>
      </div>
    </Screen>
  );
}

function Code(): ReactNode {
  const t = useText();
  const copy = useCopy();
  const code = useOwnUser()?.inviteCode ?? '';
  const link = inviteLink(location.origin, code);
  return (
    <div className="mx-auto flex w-full max-w-105 flex-col items-center gap-6 text-center">
      <div>
        <h2 className="text-14 text-quiet">{t('invite.code')}</h2>
        <p className="text-28 font-semibold tracking-wider select-all">
          <bdi className="figure">{code}</bdi>
        </p>
      </div>
      <QrCode text={link} size={QR_SIZE_PX} label={t('invite.qr')} />
      <div className="w-full">
        <h2 className="text-14 text-quiet">{t('invite.link')}</h2>
        <p className="mt-1 rounded-control bg-sunken p-3 text-14 text-balance select-all wrap-anywhere">
          <bdi dir="ltr">{link}</bdi>
        </p>
      </div>
      <Button wide onClick={() => copy(link)}>
        {t('invite.copy')}
      </Button>
      <p className="text-14 text-quiet">{t('invite.lead')}</p>
    </div>
  );
}
