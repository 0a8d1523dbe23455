import { uniqueKey } from '@fairlot/client';
import type { StaffInput, StaffOutput } from '@fairlot/client';
import type { StaffCallName } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { closeToast, readStored, useToasts, writeStored } from '@fairlot/web';
import { create } from 'zustand';
import { z } from 'zod/mini';
import type { Field, Values } from './fields.ts';
import { setDraft, useDrafts } from '../shared/drafts/drafts.ts';
import { useSession } from '../shared/session/session.ts';
import { PendingKeys } from './pending-keys.ts';

/** A line of an action's summary: a label and a figure or a name. */
export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
}

/** A change in preparation. Its dialog shows the effect, asks for missing values and makes the call. */
export interface Action<N extends StaffCallName> {
  readonly call: N;
  readonly title: string;
  readonly figures?: readonly Figure[];
  /** One sentence on the consequences. */
  readonly text?: string;
  readonly fields?: readonly Field[];
  /** Values of the edited record. With them, the dialog shows the changes for review before it sends them. */
  readonly initial?: Values;
  /** Builds the call's input from the values of the fields. */
  readonly input: (given: Readonly<Record<string, unknown>>) => StaffInput<N>;
  /** The effect of the entered values, shown with the review of an edit, or below the fields of another action. */
  readonly preview?: (given: Readonly<Record<string, unknown>>) => ReactNode;
  /** Facts for the decision, shown below the figures. */
  readonly facts?: ReactNode;
  readonly confirmLabel: string;
  readonly critical?: boolean;
  /** Shows the effect of the change below the review, for instance a preview that the server computes. */
  readonly effect?: (input: StaffInput<N>) => ReactNode;
  /** The toast of a success, if not the title with "done". */
  readonly doneText?: (output: StaffOutput<N>) => string | undefined;
  /** Reads the edited record again and builds the same action on it, after a colleague has changed it. */
  readonly renewed?: () => Promise<Action<N> | undefined>;
  readonly onDone?: (output: StaffOutput<N>, input: StaffInput<N>) => void;
}

interface Pending {
  readonly action: Action<StaffCallName> | null;
  readonly open: boolean;
  /** The entered values; null before the first change. They outlive the end of the session. */
  readonly entered: Values | null;
  /** Values that a colleague has saved meanwhile in fields that are changed here too. */
  readonly theirs: Values;
  /** True while the dialog asks whether the entered texts may be lost. */
  readonly asking: boolean;
  /** True while the dialog's change is under way. Its answer belongs into the dialog, which can't be dismissed. */
  readonly sending: boolean;
  /** Number of the dialog, used as React key so that each starts with fresh state. */
  readonly number: number;
}

export const useAction = create<Pending>(() => ({
  action: null,
  open: false,
  entered: null,
  theirs: {},
  asking: false,
  sending: false,
  number: 0,
}));

/** Opens the dialog of an action, unless a change is under way, whose dialog must tell the outcome. */
export function startAction<N extends StaffCallName>(action: Action<N>): void {
  const { open, sending, number } = useAction.getState();
  if (open && sending) return;
  useAction.setState({
    action: action as unknown as Action<StaffCallName>,
    open: true,
    entered: null,
    theirs: {},
    asking: false,
    sending: false,
    number: number + 1,
  });
  setDraft(DIALOG_DRAFT, undefined);
  // A message about the action before would cover the dialog in a small window.
  for (const { id } of useToasts.getState().messages) closeToast(id);
}

/** Key of the draft that makes the browser ask before it closes the tab. */
const DIALOG_DRAFT = 'dialog';

/** Remembers the values of the open dialog; `hasText` if closing it would lose a typed text. */
export function rememberEntered(entered: Values, hasText: boolean): void {
  useAction.setState({ entered });
  setDraft(DIALOG_DRAFT, hasText ? true : undefined);
}

/** Puts the entered values on the record as it is now, after a colleague has changed it. */
export function renewAction(
  action: Action<StaffCallName>,
  { values, theirs }: { readonly values: Values; readonly theirs: Values },
): void {
  useAction.setState({ action, entered: values, theirs });
}

/** A change under way: the number of its dialog, and the member of staff who sent it. */
export interface Sending {
  readonly number: number;
  readonly sender: number | undefined;
}

/** Begins to send the change of the open dialog. */
export function beginSending(): Sending {
  useAction.setState({ sending: true });
  return { number: useAction.getState().number, sender: signedIn() };
}

/** Ends it, if its dialog is still the one in use. */
export function endSending(sent: Sending | undefined): void {
  if (isInUse(sent)) useAction.setState({ sending: false });
}

/** True unless another dialog has been opened, or the session has ended, since the one of this change. */
export function isInUse(sent: Pick<Sending, 'number'> | undefined): boolean {
  const { open, number: present } = useAction.getState();
  return open && present === sent?.number;
}

/** True while the person who sent the change is signed in, who alone may read its outcome. */
export function isOfSender(sent: Sending | undefined): boolean {
  return sent !== undefined && sent.sender !== undefined && sent.sender === signedIn();
}

function signedIn(): number | undefined {
  return useSession.getState().self?.id;
}

/** Closes the dialog; its content stays rendered during the closing transition. */
export function closeAction(): void {
  useAction.setState({ open: false, asking: false });
  setDraft(DIALOG_DRAFT, undefined);
}

/** Closes the dialog, but asks first if a typed text would be lost. Not while its change is under way. */
export function dismissAction(): void {
  if (useAction.getState().sending) return;
  if (DIALOG_DRAFT in useDrafts.getState().values) useAction.setState({ asking: true });
  else closeAction();
}

const KEYS = 'fairlot.office.keys';
const stored = z.record(z.string(), z.string());

/** Keys of changes with an unknown outcome, stored for the lifetime of the tab. */
export const pendingKeys = new PendingKeys(
  {
    read: () => {
      const parsed = stored.safeParse(readStored(KEYS, sessionStorage));
      return parsed.success ? parsed.data : {};
    },
    write: (keys) => writeStored(KEYS, keys, sessionStorage),
  },
  uniqueKey,
);
