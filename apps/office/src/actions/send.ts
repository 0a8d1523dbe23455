import { CallError } from '@fairlot/client';
import type { StaffInput, StaffOutput } from '@fairlot/client';
import type { StaffCallName } from '@fairlot/contract';
import { showToast } from '@fairlot/web';
import type { MutationOptions } from '@tanstack/react-query';
import type { Text } from '../shared/language/text.ts';
import { office } from '../shared/services/office.ts';
import { queryClient } from '../shared/services/query-client.ts';
import { beginSending, closeAction, endSending, isInUse, isOfSender, pendingKeys } from './action.ts';
import type { Action, Sending } from './action.ts';

/**
 * Sends a change with a key that is stored until the server has answered. `onChanged` runs when a colleague has changed
 * the record meanwhile.
 */
export function sendingOf(
  t: Text,
  action: Action<StaffCallName>,
  input: StaffInput<StaffCallName>,
  onChanged: (sent: Sending | undefined) => Promise<void>,
): MutationOptions<StaffOutput<StaffCallName>, Error, void, Sending> {
  return {
    onMutate: beginSending,
    mutationFn: async () => {
      try {
        const output = await office.call(action.call, input, { key: pendingKeys.keyFor(action.call, input) });
        pendingKeys.answered(action.call, input);
        return output;
      } catch (error) {
        if (error instanceof CallError && !error.outcomeUnknown) pendingKeys.answered(action.call, input);
        throw error;
      }
    },
    onSuccess: (output, _variables, sent) => {
      const isShown = isInUse(sent);
      // A change whose success nobody was told of is made again, with a new key. Another person may have signed in meanwhile.
      if (!isShown && !isOfSender(sent)) return;
      if (isShown) closeAction();
      showToast(action.doneText?.(output) ?? t('action.done', { what: action.title }), 'done');
      if (isShown) action.onDone?.(output, input);
    },
    onError: async (error, _variables, sent) => {
      if (error instanceof CallError && error.reason === 'record_changed') await onChanged(sent);
    },
    onSettled: (_output, _error, _variables, sent) => {
      endSending(sent);
      // Also after a refusal, because it means that the displayed data is out of date.
      return queryClient.invalidateQueries();
    },
  };
}
