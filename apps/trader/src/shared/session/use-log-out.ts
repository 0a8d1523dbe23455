import { showToast } from '@fairlot/web';
import { useNavigate } from 'react-router';
import { useText } from '../language/language.ts';
import { confirm } from '../messages/confirm.ts';
import { api } from '../services/services.ts';
import { signedOut, useSession } from './session.ts';
import { keptSession, takeKept } from './start-session.ts';

/** Signs out after a confirmation and leads home, or to the other account if this device keeps its session. */
export function useLogOut(): () => void {
  const t = useText();
  const navigate = useNavigate();
  const ask = async (): Promise<void> => {
    const isOtherKept = keptSession() !== null;
    const yes = await confirm({
      title: t('user.logoutTitle'),
      text: isOtherKept ? `${t('user.logoutText')} ${t('user.logoutOther')}` : t('user.logoutText'),
      confirmLabel: t('user.logout'),
    });
    if (!yes) return;
    // The call needs the token, so it is sent before the session is cleared. Its failure does not keep the user signed
    // in on this device.
    const ended = api.call('logout', {}, { quiet: true, initial: true }).catch(() => undefined);
    signedOut('/');
    await ended;
    // A kept session must not stay on the device unseen.
    if (useSession.getState().user === null && keptSession() !== null) takeKept('/user', (path) => void navigate(path));
    showToast(t('user.logoutDone'), 'done');
  };
  return () => void ask();
}
