import { staffCalls } from '@fairlot/contract';
import { afterEach, expect, it } from 'vitest';
import { useAction } from '../../actions/action.ts';
import { badFields, inputOf, valuesOf } from '../../actions/fields.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';
import { copyActions } from './copy-actions.ts';
import type { StaffCopy } from './copy-actions.ts';

const t = ((key: string) => key) as unknown as Text;

afterEach(() => useAction.setState(useAction.getInitialState(), true));

it('a copy ends only when somebody has chosen what happens to its positions', () => {
  const self = { roles: ['administrator'] } as unknown as StaffSelf;
  void copyActions(t, self, { id: 7, state: 'running' } as unknown as StaffCopy)[0]?.run();
  const action = useAction.getState().action ?? expect.fail('no dialog');
  const fields = action.fields ?? [];
  const inputWith = (close: string) =>
    action.input(inputOf(fields, { ...valuesOf(fields, {}), close, reason: 'late' }));
  expect([...badFields(staffCalls.officeCopyStop.input, inputWith(''))]).toEqual(['close']);
  expect([inputWith('0'), inputWith('1')]).toEqual([
    { id: 7, close: 0, reason: 'late' },
    { id: 7, close: 1, reason: 'late' },
  ]);
});
