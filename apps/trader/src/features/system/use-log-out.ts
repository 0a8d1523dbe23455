import { useConfirm } from '../../shared/confirm.ts';
import { useApi } from '../../shared/services.ts';
import { signedOut } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { useToast } from '../../shared/toast.ts';

/** Asks, and then ends the session and leads home. */
export function useLogOut(): () => void {
  const t = useText();
  const api = useApi();
  const confirm = useConfirm();
  const toast = useToast();
  const ask = async (): Promise<void> => {
    if (!(await confirm({ title: t('user.logoutTitle'), text: t('user.logoutText'), confirmLabel: t('user.logout') })))
      return;
    // The call carries the token, so it is sent first; that it fails keeps nobody signed in on this device.
    const ended = api.call('logout', {}, { quiet: true, initial: true }).catch(() => undefined);
    signedOut('/');
    await ended;
    toast(t('user.logoutDone'), 'done');
  };
  return () => void ask();
}
