import { CallError } from '@fairlot/client';
import type { StaffInput } from '@fairlot/client';
import { staffCalls } from '@fairlot/contract';
import type { StaffCallName } from '@fairlot/contract';
import { Button, Dialog } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { FigureList } from '../shared/FigureList.tsx';
import { office } from '../shared/office.ts';
import { problemText } from '../shared/problem.ts';
import { queryClient } from '../shared/query-client.ts';
import { useText } from '../shared/text.ts';
import { showToast } from '../shared/toast.ts';
import { keeper, useAction } from './action.ts';
import type { Action } from './action.ts';
import { ChangeList } from './ChangeList.tsx';
import { badFields, changesOf, inputOf, valuesOf } from './fields.ts';
import type { Value, Values } from './fields.ts';
import { FormFields } from './FormFields.tsx';

const close = (): void => useAction.setState({ open: false });

/** The dialog of the action that was started. */
export function ActionDialog(): ReactNode {
  const { action, open, number } = useAction();
  if (action === null) return null;
  return (
    <Dialog open={open} onClose={close} title={action.title} wide>
      <ActionForm key={number} action={action} />
    </Dialog>
  );
}

/** Sends a change under a key that is kept until the server has answered. */
function useSend(action: Action<StaffCallName>, input: StaffInput<StaffCallName>) {
  const t = useText();
  return useMutation({
    mutationFn: async () => {
      try {
        const output = await office.call(action.call, input, { key: keeper.keyFor(action.call, input) });
        keeper.answered(action.call, input);
        return output;
      } catch (error) {
        if (error instanceof CallError && !error.outcomeUnknown) keeper.answered(action.call, input);
        throw error;
      }
    },
    onSuccess: (output) => {
      close();
      showToast(t('action.done', { what: action.title }), 'done');
      action.onDone?.(output);
    },
    // A refusal tells that what is shown is no longer so.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

function ActionForm({ action }: { readonly action: Action<StaffCallName> }): ReactNode {
  const t = useText();
  const fields = action.fields ?? [];
  const first = action.initial ?? valuesOf(fields, {});
  const [values, setValues] = useState<Values>(first);
  const [tried, setTried] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const input = action.input(inputOf(fields, values));
  const send = useSend(action, input);
  const bad = badFields(staffCalls[action.call].input, input);
  const edited = action.initial !== undefined;
  const changes = edited ? changesOf(fields, first, values) : [];
  const unknown = send.error instanceof CallError && send.error.outcomeUnknown;
  const locked = send.isPending || unknown;
  const change = (name: string, value: Value): void => {
    setValues((before) => ({ ...before, [name]: value }));
    send.reset();
  };
  const go = (): void => {
    setTried(true);
    if (bad.size > 0 || send.isPending) return;
    if (edited && !reviewing) setReviewing(true);
    else send.mutate();
  };
  return (
    <form
      className="mt-3 grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      {action.text === undefined ? null : <p className="text-14 text-quiet">{action.text}</p>}
      {action.figures === undefined ? null : <FigureList figures={action.figures} />}
      {reviewing ? (
        <ChangeList changes={changes} />
      ) : (
        <fieldset disabled={locked} className="contents">
          <FormFields fields={fields} values={values} bad={tried ? bad : new Set()} onChange={change} />
        </fieldset>
      )}
      {tried && bad.size > 0 ? (
        <p role="alert" className="text-14 text-critical">
          {t('form.check')}
        </p>
      ) : null}
      {send.error === null ? null : (
        <p role="alert" className="rounded-control bg-critical-soft p-3 text-14 text-critical">
          {problemText(t, send.error)}
          {unknown ? ` ${t('action.unknown')}` : ''}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          kind="secondary"
          disabled={send.isPending}
          onClick={reviewing && !locked ? () => setReviewing(false) : close}
        >
          {reviewing ? t('action.back') : t('action.cancel')}
        </Button>
        <Button
          type="submit"
          kind={action.critical === true ? 'critical' : 'primary'}
          busy={send.isPending}
          disabled={edited && changes.length === 0}
        >
          {unknown ? t('action.again') : edited && !reviewing ? t('action.review') : action.confirmLabel}
        </Button>
      </div>
    </form>
  );
}
