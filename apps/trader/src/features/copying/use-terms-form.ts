import type { CopyChoice } from '@fairlot/client';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { useFieldRefusal } from '../../shared/forms/field-refusal.ts';
import type { ChoiceFieldsProps } from './ChoiceFields.tsx';
import { choiceOf, invalidFields } from './choice.ts';
import type { CopyDraft } from './choice.ts';
import { COPY_REFUSALS } from './refusals.ts';

/** The state of a form with the terms of a copy. */
export interface TermsForm {
  /** Undefined while a field is invalid. */
  readonly choice: CopyChoice | undefined;
  readonly busy: boolean;
  readonly fields: ChoiceFieldsProps;
  readonly onSubmit: (event: Pick<SubmitEvent, 'preventDefault'>) => void;
}

/** Keeps the terms as typed. `send` gets valid ones; its error appears at the field that it concerns, or as a toast. */
export function useTermsForm(
  first: () => CopyDraft,
  send: (choice: CopyChoice, busy: (busy: boolean) => void) => Promise<void>,
): TermsForm {
  const [draft, setDraft] = useState(first);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const refusal = useFieldRefusal(COPY_REFUSALS);
  const choice = choiceOf(draft);
  const run = async (valid: CopyChoice): Promise<void> => {
    try {
      await send(valid, setBusy);
    } catch (error) {
      refusal.take(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    choice,
    busy,
    fields: {
      draft,
      invalid: sent ? invalidFields(draft) : new Set(),
      refusalAt: refusal.at,
      onDraft: (next) => {
        refusal.clear();
        setDraft(next);
      },
    },
    onSubmit: (event) => {
      event.preventDefault();
      setSent(true);
      if (choice !== undefined && !busy) void run(choice);
    },
  };
}
