import { Icon, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../shared/language/language.ts';
import { useSession } from '../../shared/session/session.ts';
import { useStepList } from './step-list.ts';
import { knownOver } from './steps.ts';

/** The next steps of a new real account in one row. A device that knows of them keeps the row's place while they load. */
export function StepRow(): ReactNode {
  const uid = useSession(({ user }) => user?.uid ?? '');
  return knownOver(uid) === true ? null : <Row uid={uid} />;
}

function Row({ uid }: { readonly uid: string }): ReactNode {
  const t = useText();
  const steps = useStepList();
  if (steps === undefined)
    return knownOver(uid) === false ? <div className="h-12 border-b border-line bg-surface" /> : null;
  return (
    <nav aria-label={t('home.steps.title')} className="border-b border-line bg-surface">
      <ol className="flex h-12 items-center gap-2 overflow-x-auto px-4">
        <li aria-hidden="true" className="shrink-0 text-12 text-quiet">
          {t('home.steps.title')}
        </li>
        {steps.map(({ name, to, isDone }) => (
          <li key={to} className="shrink-0">
            <Link to={to} className="group inline-flex min-h-11 items-center">
              <span
                className={cx(
                  'inline-flex min-h-8 items-center gap-1 rounded-full border border-line px-3 text-14 font-medium whitespace-nowrap group-hover:bg-sunken',
                  isDone ? 'text-quiet' : 'text-brand',
                )}
              >
                {isDone ? <Icon name="check" size={16} /> : null}
                {name}
                {isDone ? <span className="sr-only">: {t('home.steps.done')}</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
