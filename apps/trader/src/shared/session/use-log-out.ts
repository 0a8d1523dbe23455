import { showToast } from '@fairlot/web';
import { flushSync } from 'react-dom';
import { useText } from '../language/language.ts';
import { confirm } from '../messages/confirm.ts';
import { signedOut, useSession } from './session.ts';
import { endAtServer, keptSession, takeKept } from './start-session.ts';

/** Signs out after a confirmation and leads home, or to the other account if this device keeps its session. */
export function useLogOut(): () => void {
  const t = useText();
  const ask = async (): Promise<void> => {
    const isOtherKept = keptSession() !== null;
    const yes = await confirm({
      title: t('user.logoutTitle'),
      text: isOtherKept ? `${t('user.logoutText')} ${t('user.logoutOther')}` : t('user.logoutText'),
      confirmLabel: t('user.logout'),
    });
    if (!yes) return;
    logOut();
    showToast(t('user.logoutDone'), 'done');
  };
  return () => void ask();
}

/**
 * Signs out on this device at once, whatever becomes of the call: on a dead network a user would meanwhile choose another
 * account, which the end of the call would then replace.
 */
function logOut(): void {
  const { token } = useSession.getState();
  if (token !== null) endAtServer(token);
  const isOtherKept = keptSession() !== null;
  // Renders the page without a user, so that no screen brings figures or a form to the other account.
  flushSync(() => signedOut(isOtherKept ? '/user' : '/'));
  // A kept session must not stay on the device unseen.
  if (isOtherKept) takeKept('/user', stay);
}

/** The sign-out itself leads to the next screen. */
const stay = (): void => undefined;
