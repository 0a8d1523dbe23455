import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStepList } from '../../features/first-minute/step-list.ts';
import { knownOver } from '../../features/first-minute/steps.ts';
import { useText } from '../../shared/language/language.ts';
import { useSession } from '../../shared/session/session.ts';

/** The next steps of a new real account, until it has its first position. */
export function NextSteps(): ReactNode {
  const isNew = useSession(({ user }) => user?.isDemo === false && knownOver(user.uid) !== true);
  return isNew ? <List /> : null;
}

function List(): ReactNode {
  const t = useText();
  const steps = useStepList();
  if (steps === undefined) return null;
  return (
    <section className="overflow-hidden rounded-surface border border-line bg-surface">
      <h2 className="px-4 pt-3 pb-1 text-14 font-semibold">{t('home.steps.title')}</h2>
      <ol>
        {steps.map(({ name, to, isDone }, index) => (
          <li key={to} className="border-b border-line last:border-b-0">
            <Link to={to} className="flex min-h-13 items-center gap-3 px-4 -outline-offset-2 pointed:bg-sunken">
              <span
                aria-hidden="true"
                className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-12 font-semibold"
              >
                {isDone ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <span className="min-w-0 flex-1 text-16">{name}</span>
              {isDone ? (
                <span className="text-14 text-quiet">{t('home.steps.done')}</span>
              ) : (
                <span className="text-faint">
                  <Icon name="forward" size={16} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
