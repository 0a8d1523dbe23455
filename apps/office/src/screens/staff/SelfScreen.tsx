import { codeDigits } from '@fairlot/client';
import { MIN_STAFF_PASSWORD } from '@fairlot/contract';
import { Button, Segmented, TextField } from '@fairlot/ui';
import { THEMES, showToast } from '@fairlot/web';
import type { Theme } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { addressText } from '../../shared/cells/address.ts';
import { When, Words } from '../../shared/cells/cells.tsx';
import { useListed } from '../../shared/language/listed.ts';
import { office } from '../../shared/services/office.ts';
import { useTheme } from '../../shared/device/preferences.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useSelf, useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { LanguageChoice } from '../../shared/language/LanguageChoice.tsx';

/** The user's own page: appearance, password, sessions and sign-out. */
export function SelfScreen(): ReactNode {
  const t = useText();
  const listed = useListed();
  const self = useSelf();
  const theme = useTheme((preferences) => preferences.theme);
  const leave = useMutation({
    mutationFn: () => office.call('staffSignOut', {}),
    onSuccess: () => useSession.setState({ self: null, hasEnded: false }),
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead
        title={self.name}
        tools={
          <Button kind="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
            {t('self.signOut')}
          </Button>
        }
      />
      <div className="gutter grid items-start gap-4 pb-8 lg:grid-cols-2">
        <section className="grid gap-4 rounded-surface border border-line bg-surface p-4">
          <p className="text-14 text-quiet">{listed(self.roles.map((role) => t(`role.${role}`)))}</p>
          <div>
            <p aria-hidden="true" className="mb-1 text-12 text-quiet">
              {t('self.theme')}
            </p>
            <Segmented<Theme>
              label={t('self.theme')}
              value={theme}
              onChange={(chosen) => useTheme.setState({ theme: chosen })}
              options={THEMES.map((value) => ({ value, label: t(`self.${value}`) }))}
            />
          </div>
          <LanguageChoice />
        </section>
        <Password />
        <Sessions />
      </div>
    </div>
  );
}

function Password(): ReactNode {
  const t = useText();
  const [given, setGiven] = useState({ password: '', new_password: '', code: '' });
  const change = useMutation({
    mutationFn: () => office.call('staffChangePassword', given),
    onSuccess: () => {
      showToast(t('self.passwordDone'), 'done');
      setGiven({ password: '', new_password: '', code: '' });
    },
  });
  const set =
    (name: keyof typeof given) =>
    (value: string): void =>
      setGiven((before) => ({ ...before, [name]: value }));
  const ready = given.password !== '' && given.new_password.length >= MIN_STAFF_PASSWORD && given.code.length === 6;
  return (
    <form
      className="grid gap-3 rounded-surface border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !change.isPending) change.mutate();
      }}
    >
      <h2 className="text-16 font-semibold">{t('self.password')}</h2>
      <input type="text" name="username" autoComplete="username" hidden readOnly value="" />
      <TextField
        label={t('self.oldPassword')}
        type="password"
        autoComplete="current-password"
        value={given.password}
        onValue={set('password')}
      />
      <TextField
        label={t('self.newPassword')}
        hint={t('entry.passwordHint', { least: MIN_STAFF_PASSWORD })}
        type="password"
        autoComplete="new-password"
        value={given.new_password}
        onValue={set('new_password')}
      />
      <TextField
        label={t('field.code')}
        inputMode="numeric"
        dir="ltr"
        maxLength={6}
        autoComplete="one-time-code"
        value={given.code}
        onValue={(typed) => set('code')(codeDigits(typed))}
      />
      {change.error === null ? null : (
        <p role="alert" className="rounded-control bg-critical-soft p-3 text-14 text-critical">
          {problemText(t, change.error)}
        </p>
      )}
      <Button type="submit" busy={change.isPending} disabled={!ready}>
        {t('self.password')}
      </Button>
    </form>
  );
}

function Sessions(): ReactNode {
  const t = useText();
  const { data } = useRead('staffSessions', {});
  const end = (id: number, agent: string): void =>
    startAction<'staffEndSession'>({
      call: 'staffEndSession',
      title: t('self.endSession'),
      figures: [{ label: t('field.agent'), value: agent }],
      critical: true,
      confirmLabel: t('self.endSession'),
      input: () => ({ id }),
    });
  return (
    <section className="rounded-surface border border-line bg-surface p-4 lg:col-span-2">
      <h2 className="mb-2 text-16 font-semibold">{t('self.sessions')}</h2>
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-14">
            <span className="min-w-0 flex-1">
              <Words>{session.agent}</Words>
              <span className="block text-12 text-quiet">
                <bdi>{addressText(session)}</bdi> · <When at={session.lastSeenAt} />
              </span>
            </span>
            {session.current === 1 ? (
              <span className="text-quiet">{t('self.current')}</span>
            ) : (
              <Button kind="plain" onClick={() => end(session.id, session.agent)}>
                {t('self.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
