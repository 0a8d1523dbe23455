import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRead } from '../../lists/list-calls.ts';
import { useText } from '../../shared/language/language.ts';
import { FIRST_STEP_PLACES } from '../../shared/manual/first-step-places.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';

const EVERY_MS = 15_000;

/** The steps of a new house that are not done yet, for administrators. Nothing when all are done. */
export function FirstSteps(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const query = useRead('officeFirstSteps', {}, { every: EVERY_MS, enabled: mayCall(roles, 'officeFirstSteps') });
  const steps = query.data?.steps ?? [];
  if (steps.length === 0) return null;
  return (
    <section aria-label={t('overview.firstSteps')} className="rounded-surface border border-line bg-surface p-4">
      <h2 className="text-16 font-semibold">{t('overview.firstSteps')}</h2>
      <ul className="mt-2 grid">
        {steps.map((step) => (
          <li key={step}>
            <Link
              to={FIRST_STEP_PLACES[step]}
              className="flex min-h-10 items-center gap-3 py-1 text-14 hover:underline"
            >
              <span aria-hidden="true" className="size-4 shrink-0 rounded-inner border border-line-strong" />
              <span className="flex-1">{t(`overview.step.${step}`)}</span>
              <Icon name="forward" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
