import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useCopy } from '../../shared/messages/copy.ts';
import { QrCode } from '@fairlot/web';
import { RealOnly } from '../../shared/layout/RealOnly.tsx';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useOwnUser } from '../../shared/services/own-user.ts';
import { useText } from '../../shared/language/language.ts';
import { inviteLink } from './invite-link.ts';

const QR_SIZE_PX = 160;

/** The user's invitation code and link. */
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
  const copy = useCopy();
  const code = useOwnUser()?.inviteCode ?? '';
  const link = inviteLink(location.origin, code);
  return (
    <Screen title={t('title.invite')} back>
      <ScreenBody>
        <div className="gutter mx-auto flex max-w-105 flex-col items-center gap-6 py-8 text-center">
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
      </ScreenBody>
    </Screen>
  );
}
