import type { StaffCallName } from '@fairlot/contract';
import { Button, Dialog } from '@fairlot/ui';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FigureList } from '../shared/cells/FigureList.tsx';
import { useText } from '../shared/language/language.ts';
import { DiscardQuestion } from '../shared/drafts/LeaveQuestion.tsx';
import { problemText } from '../shared/messages/problem.ts';
import { closeAction, dismissAction, useAction } from './action.ts';
import type { Action } from './action.ts';
import { useSession } from '../shared/session/session.ts';
import { ChangeList } from './ChangeList.tsx';
import { FormFields } from './FormFields.tsx';
import { useActionForm } from './use-action-form.ts';
import type { ActionForm } from './use-action-form.ts';

/** The dialog of the current action. */
export function ActionDialog(): ReactNode {
  const t = useText();
  const { action, open, asking, number } = useAction();
  // Hidden while nobody is signed in; the entered values come back with the same person.
  const isInside = useSession((session) => session.self?.enrolled === true);
  if (action === null) return null;
  return (
    <>
      <Dialog open={open && isInside} onClose={dismissAction} title={action.title} wide>
        <Form key={number} action={action} />
      </Dialog>
      <DiscardQuestion
        open={asking && isInside}
        title={t('draft.close')}
        onDiscard={closeAction}
        onStay={() => useAction.setState({ asking: false })}
      />
    </>
  );
}

function Form({ action }: { readonly action: Action<StaffCallName> }): ReactNode {
  const form = useActionForm(action);
  const element = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // In a long form the marked fields may be out of view.
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return (
    <form
      ref={element}
      className="mt-3 grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
        setTries(tries + 1);
      }}
    >
      {action.text === undefined ? null : <p className="text-14 text-quiet">{action.text}</p>}
      {action.figures === undefined ? null : <FigureList figures={action.figures} />}
      {action.facts}
      {form.reviewing ? (
        <>
          <ChangeList changes={form.changes} />
          {action.effect?.(form.input)}
          {action.preview?.(form.given)}
        </>
      ) : (
        <>
          <fieldset disabled={form.locked} className="contents">
            <FormFields {...form} call={action.call} onChange={form.change} />
          </fieldset>
          {form.edited ? null : action.preview?.(form.given)}
        </>
      )}
      <FormErrors form={form} />
      <Buttons action={action} form={form} />
    </form>
  );
}

/** Shows which fields are invalid, and why the server refused the action. */
function FormErrors({ form }: { readonly form: ActionForm }): ReactNode {
  const t = useText();
  return (
    <>
      {form.bad.size > 0 ? (
        <p role="alert" className="text-14 text-critical">
          {t('form.check')}
        </p>
      ) : null}
      {form.error === null ? null : (
        <p role="alert" className="rounded-control bg-critical-soft p-3 text-14 text-critical">
          {problemText(t, form.error)}
          {form.unknown ? ` ${t('action.unknown')}` : ''}
        </p>
      )}
    </>
  );
}

interface ButtonsProps {
  readonly action: Action<StaffCallName>;
  readonly form: ActionForm;
}

function Buttons({ action, form }: ButtonsProps): ReactNode {
  const t = useText();
  const next = form.edited && !form.reviewing ? t('action.review') : action.confirmLabel;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        kind="secondary"
        disabled={form.sending}
        onClick={form.reviewing && !form.locked ? form.backToForm : dismissAction}
      >
        {form.reviewing ? t('action.back') : t('action.cancel')}
      </Button>
      <Button
        type="submit"
        kind={action.critical === true ? 'critical' : 'primary'}
        busy={form.sending}
        disabled={form.edited && form.changes.length === 0 && !form.flawed}
      >
        {form.unknown ? t('action.again') : next}
      </Button>
    </div>
  );
}
