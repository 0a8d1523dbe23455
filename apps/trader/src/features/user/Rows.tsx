import { Icon, cx } from '@fairlot/ui';
import type { IconName } from '@fairlot/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useConfirm } from '../../shared/confirm.ts';
import { useIdentityQuery } from '../../shared/identity.ts';
import { useLanguageInfo } from '../../shared/language.ts';
import { useApi } from '../../shared/services.ts';
import { signedOut, useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { useToast } from '../../shared/toast.ts';

/** What a user can do here besides looking. */
export function Rows(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const language = useLanguageInfo();
  const demo = useSession((session) => session.user?.is_demo === 1);
  const resetDemo = useResetDemo();
  const logOut = useLogOut();
  const identity = useIdentityState();
  return (
    <ul className="overflow-hidden rounded-surface border border-line bg-surface">
      {demo ? <Row icon="reset" label={t('user.resetDemo')} onPress={resetDemo} /> : null}
      <Row icon="wallet" label={t('title.wallet')} onPress={() => void navigate('/mine/wallet')} leads />
      <Row icon="identity" label={t('user.identity')} value={identity} onPress={() => void navigate('/mine/auth')} leads />
      <Row icon="lock" label={t('user.password')} onPress={() => void navigate('/mine/password')} leads />
      <Row icon="shield" label={t('user.security')} onPress={() => void navigate('/mine/security')} leads />
      <Row icon="language" label={t('user.language')} value={<bdi>{language.name}</bdi>} onPress={() => void navigate('/language')} leads />
      <Row icon="logout" label={t('user.logout')} onPress={logOut} />
    </ul>
  );
}

interface RowProps {
  readonly icon: IconName;
  readonly label: string;
  readonly value?: ReactNode;
  /** Leads to another screen. */
  readonly leads?: boolean;
  readonly onPress: () => void;
}

function Row({ icon, label, value, leads = false, onPress }: RowProps): ReactNode {
  return (
    <li className="border-b border-line last:border-b-0">
      <button type="button" onClick={onPress} className="flex min-h-13 w-full items-center gap-3 px-4 text-start -outline-offset-2 transition active:bg-sunken">
        <span className="text-quiet"><Icon name={icon} size={20} /></span>
        <span className="min-w-0 flex-1 text-16">{label}</span>
        {value === undefined ? null : <span className="text-14 text-quiet">{value}</span>}
        <span className={cx('text-faint', !leads && 'hidden')}><Icon name="forward" size={16} /></span>
      </button>
    </li>
  );
}

/** How far the verification of one's identity got, in a word. */
function useIdentityState(): string | undefined {
  const t = useText();
  const { data } = useQuery(useIdentityQuery());
  if (data === undefined) return undefined;
  if (data.review_status === 0) return t(data.reason === '' ? 'identity.stateNone' : 'identity.stateRejected');
  return t(data.review_status === 1 ? 'identity.stateWaiting' : 'identity.stateFinished');
}

function useResetDemo(): () => void {
  const t = useText();
  const api = useApi();
  const confirm = useConfirm();
  const queries = useQueryClient();
  // The server's own words are shown as the message of success.
  const reset = useMutation({
    mutationFn: () => api.call('resetDemo', {}, { spinner: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  const ask = async (): Promise<void> => {
    const yes = await confirm({ title: t('user.resetDemoTitle'), text: t('user.resetDemoText'), confirmLabel: t('user.resetDemoConfirm'), critical: true });
    if (yes) reset.mutate();
  };
  return () => void ask();
}

function useLogOut(): () => void {
  const t = useText();
  const api = useApi();
  const confirm = useConfirm();
  const toast = useToast();
  const ask = async (): Promise<void> => {
    if (!(await confirm({ title: t('user.logoutTitle'), text: t('user.logoutText'), confirmLabel: t('user.logout') }))) return;
    // The call carries the token, so it is sent first; that it fails keeps nobody signed in on this device.
    const ended = api.call('logout', {}, { quiet: true, initial: true }).catch(() => undefined);
    signedOut('/');
    await ended;
    toast(t('user.logoutDone'), 'done');
  };
  return () => void ask();
}
