import { Button, Icon } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Screen, ScreenBody } from '../../shared/Screen.tsx';
import { useApi } from '../../shared/services.ts';
import { signedIn, useSession } from '../../shared/session.ts';
import { useSite } from '../../shared/site.ts';
import { useText } from '../../shared/text.ts';
import { returnPath } from '../../shared/return-path.ts';

/** Signing in. For now with a demo account alone; the form for one's own account comes with registration. */
export function LoginScreen(): ReactNode {
  const t = useText();
  const [query] = useSearchParams();
  const from = query.get('from');
  const signIn = useDemoSignIn(returnPath(from));
  const site = useSite();
  return (
    <Screen title={t('title.login')} back>
      <ScreenBody>
        <div className="gutter mx-auto flex max-w-105 flex-col gap-6 py-8">
          <div className="flex flex-col items-center gap-4 text-center">
            <img src="/icons/icon.svg" alt="" width="64" height="64" />
            <p className="text-20 font-semibold">{site?.title ?? 'Fairlot'}</p>
            <p className="text-16 text-quiet">{t('login.lead')}</p>
          </div>
          <section className="rounded-surface border border-line bg-surface p-4">
            <Button wide busy={signIn.isPending} onClick={() => signIn.mutate()}>{t('login.demo')}</Button>
            <p className="mt-3 text-14 text-quiet">{t('login.demoLead')}</p>
            {from === null ? null : <p className="mt-1 text-14 text-quiet">{t('login.continueTo')}</p>}
          </section>
          <p className="flex items-start gap-3 px-1 text-14 text-quiet">
            <Icon name="info" size={20} />
            <span>{t('login.emailLater')}</span>
          </p>
          <RiskWarning stopOut={site?.stop_out_ratio} />
        </div>
      </ScreenBody>
    </Screen>
  );
}

function useDemoSignIn(next: string): ReturnType<typeof useMutation<void>> {
  const api = useApi();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { demoId } = useSession.getState();
      signedIn(await api.call('createDemo', demoId === null ? {} : { demo_id: demoId }));
    },
    onSuccess: () => void navigate(next, { replace: true }),
  });
}

function RiskWarning({ stopOut }: { readonly stopOut: number | undefined }): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="risk-title" className="rounded-surface border border-line bg-surface p-4 text-14">
      <h2 id="risk-title" className="flex items-center gap-2 font-semibold">
        <span className="text-notice"><Icon name="warning" size={20} /></span>{t('risk.title')}
      </h2>
      <p className="mt-2 text-quiet">{stopOut === undefined ? t('risk.short') : t('risk.text', { ratio: stopOut })}</p>
      <p className="mt-2 text-quiet">{t('risk.negativeBalance')}</p>
    </section>
  );
}
