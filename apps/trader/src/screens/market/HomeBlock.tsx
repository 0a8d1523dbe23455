import { Button } from '@fairlot/ui';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';
import { useSession } from '../../shared/session/session.ts';

const StepRow = lazy(async () => ({ default: (await import('../../features/first-minute/StepRow.tsx')).StepRow }));

/** The block above the market: what this site is for visitors, the next steps for real accounts, nothing for others. */
export function HomeBlock(): ReactNode {
  const isReal = useSession(({ user }) => user && !user.isDemo);
  if (isReal === null) return <Welcome />;
  return isReal ? (
    <Suspense>
      <StepRow />
    </Suspense>
  ) : null;
}

/** Says in one block what this site is, and opens the demo account at once. The code of the sign-in is loaded then. */
function Welcome(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    const { tryDemo } = await import('../../features/first-minute/demo-sign-in.ts');
    await tryDemo((path) => void navigate(path));
  };
  return (
    <section className="gutter border-b border-line bg-surface py-4 text-12 text-quiet">
      <p className="mb-3 text-16 font-medium text-ink">{t('home.what')}</p>
      <Button onClick={() => void open()}>{t('login.demo')}</Button>
      <p className="mt-3">{t('login.demoLead')}</p>
    </section>
  );
}
