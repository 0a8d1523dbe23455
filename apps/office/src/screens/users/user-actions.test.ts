import { CallError } from '@fairlot/client';
import type { OfficeApi, StaffOutput } from '@fairlot/client';
import { useToasts } from '@fairlot/web';
import { afterEach, expect, it } from 'vitest';
import { beginSending, closeAction, startAction, useAction } from '../../actions/action.ts';
import type { Text } from '../../shared/language/text.ts';
import { provideOffice } from '../../shared/services/office.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import { userActions } from './user-actions.ts';

const t = ((key: string) => key) as unknown as Text;
const SELF = { id: 1, roles: ['administrator', 'support', 'finance', 'dealer'] } as unknown as StaffSelf;
const ANSWERS: Readonly<Record<string, unknown>> = {
  officeGroups: { list: [], total: 0 },
  officeAccountGroup: { groupId: 1, name: 'Standard' },
  officeColleagues: { list: [] },
};

afterEach(() => {
  useAction.setState(useAction.getInitialState(), true);
  useToasts.setState({ messages: [] });
  provideOffice(undefined as unknown as OfficeApi);
});

/** A server that answers when it is told to. */
function slowServer() {
  let [answer, fail] = [(): void => undefined, (_error: Error): void => undefined];
  const told = new Promise<void>((resolve, reject) => ([answer, fail] = [resolve, reject]));
  const call = async (name: string): Promise<unknown> => {
    await told;
    return ANSWERS[name];
  };
  provideOffice({ call } as unknown as OfficeApi);
  return { answer, fail };
}

const stays = (work: () => void): void => work();
const left = (): void => undefined;

/** Presses the button of a client; resolves when the action has done all that it does. */
async function press(label: string, whileShown: (work: () => void) => void = stays): Promise<void> {
  const user = { id: 7, kind: 'real', email: 'a@example.com', uid: '1', account: {}, frozenAt: null };
  const actions = userActions(t, SELF, user as unknown as StaffOutput<'officeUser'>, whileShown);
  await (actions.find((each) => each.label === label) ?? expect.fail(label)).run();
}

function adjustOther(): void {
  const call = 'officeAdjust';
  startAction<typeof call>({ call, title: 'other client', confirmLabel: '', input: (given) => given as never });
}

const shown = (): string | undefined => {
  const { open, action } = useAction.getState();
  return open ? action?.title : undefined;
};

it.each(['groups.move', 'users.addTask'])('the dialog of %s opens when its answers have come', async (label) => {
  const server = slowServer();
  const pressed = press(label);
  expect(shown()).toBeUndefined();
  server.answer();
  await pressed;
  expect(shown()).toBe(label);
});

it.each(['groups.move', 'users.addTask'])('a late dialog of %s leaves the one in use', async (label) => {
  const server = slowServer();
  const pressed = press(label);
  adjustOther();
  const sent = beginSending();
  server.answer();
  await pressed;
  expect([shown(), useAction.getState().sending]).toEqual(['other client', true]);
  expect(beginSending()).toEqual(sent);
});

it.each(['groups.move', 'users.addTask'])('a late dialog of %s opens neither later nor elsewhere', async (label) => {
  const server = slowServer();
  const pressed = [press(label), press(label, left)];
  adjustOther();
  closeAction();
  server.answer();
  await Promise.all(pressed);
  expect(shown()).toBeUndefined();
});

it('a move whose answers do not come says so, on its screen alone', async () => {
  const server = slowServer();
  const pressed = [press('groups.move'), press('groups.move', left)];
  server.fail(new CallError({ kind: 'transport', code: 'ERR_TIMEOUT' }));
  await Promise.all(pressed);
  expect(shown()).toBeUndefined();
  expect(useToasts.getState().messages.map(({ text, kind }) => [text, kind])).toEqual([['error.noAnswer', 'error']]);
});

it('a dialog whose change is under way is not replaced', () => {
  adjustOther();
  const sent = beginSending();
  startAction<'officeAddNote'>({
    call: 'officeAddNote',
    title: 'note',
    confirmLabel: '',
    input: (given) => given as never,
  });
  expect(shown()).toBe('other client');
  expect(beginSending()).toEqual(sent);
});
