import type { StaffCallName } from '@fairlot/contract';
import { showToast } from '@fairlot/web';
import { problemText } from '../shared/messages/problem.ts';
import type { Text } from '../shared/language/text.ts';
import { startAction, useAction } from './action.ts';
import type { Action } from './action.ts';

/** Runs work only while a screen is shown, as `useWhileShown` returns it. */
export type WhileShown = (work: () => void) => void;

/**
 * Opens the dialog of an action that has to read something first, and tells a failure. An answer that comes after the
 * screen was left or another dialog was opened does nothing: its dialog would replace the one in use.
 */
export async function startLate<N extends StaffCallName>(
  t: Text,
  whileShown: WhileShown,
  read: () => Promise<Action<N>>,
): Promise<void> {
  const { number } = useAction.getState();
  const ifFree = (work: () => void): void =>
    whileShown(() => {
      if (useAction.getState().number === number && !useAction.getState().open) work();
    });
  try {
    const action = await read();
    ifFree(() => startAction(action));
  } catch (error) {
    ifFree(() => showToast(problemText(t, error), 'error'));
  }
}
