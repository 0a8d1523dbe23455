import { confirm } from '../../shared/messages/confirm.ts';
import { api } from '../../shared/services/services.ts';
import { signedOut } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { showToast } from '@fairlot/web';

/** Signs out after a confirmation and leads home. */
export function useLogOut(): () => void {
  const t = useText();
  const ask = async (): Promise<void> => {
    if (!(await confirm({ title: t('user.logoutTitle'), text: t('user.logoutText'), confirmLabel: t('user.logout') })))
      return;
    // The call needs the token, so it is sent before the session is cleared. Its failure does not keep the user signed
    // in on this device.
    const ended = api.call('logout', {}, { quiet: true, initial: true }).catch(() => undefined);
    signedOut('/');
    await ended;
    showToast(t('user.logoutDone'), 'done');
  };
  return () => void ask();
}
