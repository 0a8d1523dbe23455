import { Icon, cx } from '@fairlot/ui';
import type { IconName } from '@fairlot/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { confirm } from '../../shared/messages/confirm.ts';
import { useIdentityQuery } from '../../features/account/identity-query.ts';
import { useInstall } from '../../shared/device/install.ts';
import { useLanguageInfo, useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { useLogOut } from '../../shared/session/use-log-out.ts';
import { useSession } from '../../shared/session/session.ts';
import { useUnread } from '../../features/chat/unread.ts';

const LIST = 'overflow-hidden rounded-surface border border-line bg-surface';

/** Links and actions of the personal center: account, operator and page. */
export function Rows(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const language = useLanguageInfo();
  const demo = useSession((session) => session.user?.isDemo === true);
  const resetDemo = useResetDemo();
  const unread = useUnread();
  const identity = useIdentityState();
  const install = useInstall(({ ask }) => ask);
  const logOut = useLogOut();
  return (
    <>
      <ul className={LIST}>
        {demo ? <Row icon="reset" label={t('user.resetDemo')} onPress={resetDemo} /> : null}
        <Row icon="wallet" label={t('title.wallet')} onPress={() => void navigate('/mine/wallet')} leads />
        <Row icon="chart" label={t('title.statement')} onPress={() => void navigate('/mine/statement')} leads />
        <Row icon="inbox" label={t('title.journal')} onPress={() => void navigate('/mine/journal')} leads />
        <Row
          icon="identity"
          label={t('user.identity')}
          value={identity}
          onPress={() => void navigate('/mine/auth')}
          leads
        />
        <Row icon="bell" label={t('title.alerts')} onPress={() => void navigate('/alerts')} leads />
        <Row icon="lock" label={t('user.password')} onPress={() => void navigate('/mine/password')} leads />
        <Row icon="shield" label={t('user.security')} onPress={() => void navigate('/mine/security')} leads />
        <Row icon="gift" label={t('user.invite')} onPress={() => void navigate('/mine/invite')} leads />
      </ul>
      <ul className={LIST}>
        <Row
          icon="chat"
          label={t('user.chat')}
          value={unread === 0 ? undefined : <Unread count={unread} />}
          onPress={() => void navigate('/mine/chat')}
          leads
        />
        <Row icon="mail" label={t('user.complaint')} onPress={() => void navigate('/mine/email')} leads />
        <Row
          icon="megaphone"
          label={t('user.announcement')}
          onPress={() => void navigate('/mine/announcement')}
          leads
        />
        <Row icon="news" label={t('user.news')} onPress={() => void navigate('/news')} leads />
        <Row icon="info" label={t('user.feedback')} onPress={() => void navigate('/feedback')} leads />
      </ul>
      <ul className={LIST}>
        <Row
          icon="language"
          label={t('user.language')}
          value={<bdi>{language.name}</bdi>}
          onPress={() => void navigate('/language')}
          leads
        />
        {install === null ? null : <Row icon="plus" label={t('app.install')} onPress={install} />}
        <Row icon="settings" label={t('user.system')} onPress={() => void navigate('/mine/system')} leads />
        <Row icon="logout" label={t('user.logout')} onPress={logOut} />
      </ul>
    </>
  );
}

function Unread({ count }: { readonly count: number }): ReactNode {
  const t = useText();
  return (
    <span className="inline-grid min-h-5 min-w-5 place-items-center rounded-full bg-brand-fill px-1.5 text-12 font-semibold text-on-fill">
      <span className="sr-only">{t('user.unread')}: </span>
      <span className="figure">{count}</span>
    </span>
  );
}

interface RowProps {
  readonly icon: IconName;
  readonly label: string;
  readonly value?: ReactNode;
  /** Opens another screen. */
  readonly leads?: boolean;
  readonly onPress: () => void;
}

function Row({ icon, label, value, leads = false, onPress }: RowProps): ReactNode {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={onPress}
        className="flex min-h-13 w-full items-center gap-3 px-4 text-start -outline-offset-2 transition pointed:bg-sunken"
      >
        <span className="text-quiet">
          <Icon name={icon} size={20} />
        </span>
        <span className="min-w-0 flex-1 text-16">{label}</span>
        {value === undefined ? null : <span className="text-14 text-quiet">{value}</span>}
        <span className={cx('text-faint', !leads && 'hidden')}>
          <Icon name="forward" size={16} />
        </span>
      </button>
    </li>
  );
}

/** Short status of the identity verification. */
function useIdentityState(): string | undefined {
  const t = useText();
  const { data } = useQuery(useIdentityQuery());
  if (data === undefined) return undefined;
  if (data.status === 'none') return t(data.reason === '' ? 'identity.stateNone' : 'identity.stateRejected');
  return t(data.status === 'waiting' ? 'identity.stateWaiting' : 'identity.stateFinished');
}

function useResetDemo(): () => void {
  const t = useText();
  const queries = useQueryClient();
  // The server's message is shown on success.
  const reset = useMutation({
    mutationFn: () => api.call('resetDemo', {}, { spinner: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('user.resetDemoTitle'),
      text: t('user.resetDemoText'),
      confirmLabel: t('user.resetDemoConfirm'),
      critical: true,
    });
    if (yes) reset.mutate();
  };
  return () => void ask();
}
