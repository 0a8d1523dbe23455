import { CallError } from '@fairlot/client';
import { useState } from 'react';
import { showMessage } from '../messages/show-message.ts';

/** The refusal of a form's call, shown at the field that it concerns. */
export interface FieldRefusal<Field extends string> {
  /** The server's message for a field; undefined for none. */
  readonly at: (field: Field) => string | undefined;
  /** Call when the user types or sends again: the refusal was about the former value. */
  readonly clear: () => void;
  /** A setter that also clears the refusal. */
  readonly clearing: (set: (typed: string) => void) => (typed: string) => void;
  /** Takes the error of a quiet call. Errors that concern no field become toasts. */
  readonly take: (error: unknown) => void;
}

/** `fields`: the field that each reason of a refusal concerns. */
export function useFieldRefusal<Field extends string>(fields: Readonly<Record<string, Field>>): FieldRefusal<Field> {
  const [refused, setRefused] = useState<{ readonly field: Field; readonly text: string }>();
  return {
    at: (field) => (refused?.field === field ? refused.text : undefined),
    clear: () => setRefused(undefined),
    clearing: (set) => (typed) => {
      setRefused(undefined);
      set(typed);
    },
    take: (error) => {
      if (!(error instanceof CallError) || error.kind === 'cancelled') return;
      const field = error.reason === undefined ? undefined : fields[error.reason];
      if (field === undefined) void showMessage({ kind: 'error', text: error.msg, error });
      else setRefused({ field, text: error.msg });
    },
  };
}
