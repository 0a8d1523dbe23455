import { CallError } from '@fairlot/client';
import type { StaffInput } from '@fairlot/client';
import { staffCalls } from '@fairlot/contract';
import type { StaffCallName } from '@fairlot/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../shared/language/language.ts';
import { fieldOf } from '../shared/messages/problem.ts';
import { isInUse, rememberEntered, renewAction, useAction } from './action.ts';
import type { Action, Sending } from './action.ts';
import { badFields, changesOf, inputOf, renewedValues, unconfirmed, unreadable, valuesOf } from './fields.ts';
import type { Change, Field, Value, Values } from './fields.ts';
import { sendingOf } from './send.ts';

/** The form of an action: its values, the review of an edit, and the call. */
export interface ActionForm {
  readonly fields: readonly Field[];
  readonly values: Values;
  /** The values in the types of the call's input. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Names of the fields to mark as invalid; empty before the first try. */
  readonly bad: ReadonlySet<string>;
  /** True for the edit of an existing record, whose changes are reviewed before they are sent. */
  readonly edited: boolean;
  readonly changes: readonly Change[];
  /** True while a field is invalid: a try marks it. */
  readonly flawed: boolean;
  /** Values that a colleague has saved meanwhile in fields that are changed here too. */
  readonly theirs: Values;
  readonly reviewing: boolean;
  /** The call's input. */
  readonly input: StaffInput<StaffCallName>;
  readonly sending: boolean;
  /** True while a try is running or its outcome is unknown; values cannot be changed then. */
  readonly locked: boolean;
  readonly error: Error | null;
  /** True if the try got no answer: the change may have happened. */
  readonly unknown: boolean;
  readonly change: (name: string, value: Value) => void;
  /** Shows the review of an edit first and sends it the second time; sends other actions at once. */
  readonly submit: () => void;
  readonly backToForm: () => void;
}

/** The state of the form of an action. */
export function useActionForm(action: Action<StaffCallName>): ActionForm {
  const t = useText();
  const fields = action.fields ?? [];
  const first = action.initial ?? valuesOf(fields, {});
  const { entered, theirs } = useAction();
  const [values, setValues] = useState<Values>(entered ?? first);
  const [tried, setTried] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const given = inputOf(fields, values);
  const input = action.input(given);
  const renew = async (sent: Sending | undefined): Promise<void> => {
    // Without an answer the form stays as it is, and the next try is refused again.
    const renewed = await readAgain(action);
    if (renewed === undefined || !isInUse(sent)) return;
    const now = renewed.initial;
    const renewal =
      now === undefined ? { values, theirs: {} } : renewedValues(fields, { before: first, mine: values, now });
    renewAction(renewed, renewal);
    setValues(renewal.values);
    setReviewing(false);
  };
  const send = useMutation(sendingOf(t, action, input, renew));
  const bad = new Set([
    ...badFields(staffCalls[action.call].input, input),
    ...unreadable(fields, values),
    ...unconfirmed(fields, values),
  ]);
  const edited = action.initial !== undefined;
  const unknown = send.error instanceof CallError && send.error.outcomeUnknown;
  return {
    fields,
    values,
    given,
    bad: tried ? new Set([...bad, ...refusedFields(send.error)]) : new Set(),
    edited,
    changes: edited ? changesOf(fields, first, values) : [],
    flawed: bad.size > 0,
    theirs,
    reviewing,
    input,
    sending: send.isPending,
    locked: send.isPending || unknown,
    error: send.error,
    unknown,
    change: (name, value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      rememberEntered(next, changesOf(fields, first, next).some(isTyped));
      send.reset();
    },
    submit: () => {
      setTried(true);
      if (bad.size > 0 || send.isPending) return;
      if (edited && !reviewing) setReviewing(true);
      else send.mutate();
    },
    backToForm: () => setReviewing(false),
  };
}

async function readAgain(action: Action<StaffCallName>): Promise<Action<StaffCallName> | undefined> {
  try {
    return await action.renewed?.();
  } catch {
    return undefined;
  }
}

/** True for a change of a typed text, which would be tedious to type again. */
function isTyped({ field }: Change): boolean {
  return field.kind === 'text' || field.kind === 'long';
}

/** The field that the server refused, by its name in the form. */
function refusedFields(error: Error | null): readonly string[] {
  const field = error instanceof CallError ? fieldOf(error) : undefined;
  return field === undefined ? [] : [field];
}
