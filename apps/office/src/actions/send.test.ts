import type { OfficeApi } from '@fairlot/client';
import { useToasts } from '@fairlot/web';
import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Text } from '../shared/language/text.ts';
import { provideOffice } from '../shared/services/office.ts';
import { queryClient } from '../shared/services/query-client.ts';
import { useSession } from '../shared/session/session.ts';
import type { StaffSelf } from '../shared/session/session.ts';
import { closeAction, startAction, useAction } from './action.ts';
import type { Action } from './action.ts';
import { sendingOf } from './send.ts';

const t = ((key: string) => key) as unknown as Text;
const done: string[] = [];
const adjust = (title: string): Action<'officeAdjust'> => ({
  call: 'officeAdjust',
  title,
  confirmLabel: '',
  input: (given) => given as never,
  doneText: () => `${title} is booked`,
  onDone: () => void done.push(title),
});
const signIn = (id: number | null): void =>
  useSession.setState({ self: id === null ? null : ({ id } as unknown as StaffSelf) });
const told = (): readonly string[] => useToasts.getState().messages.map(({ text }) => text);
const open = (): boolean => useAction.getState().open;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  signIn(1);
});

afterEach(() => {
  vi.unstubAllGlobals();
  useAction.setState(useAction.getInitialState(), true);
  useSession.setState(useSession.getInitialState(), true);
  useToasts.setState({ messages: [] });
  provideOffice(undefined as unknown as OfficeApi);
  done.length = 0;
});

/** Opens the dialog of a change and sends it; `answer` ends the call. */
function send() {
  let answer: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  provideOffice({ call: () => answered.then(() => ({})) } as unknown as OfficeApi);
  startAction(adjust('B'));
  const { action } = useAction.getState();
  if (action === null) throw new Error('no dialog');
  const options = sendingOf(t, action, {}, () => Promise.resolve());
  const settled = new MutationObserver(queryClient, options).mutate();
  return { answer: (): Promise<unknown> => (answer?.(), settled) };
}

it('a success closes its dialog and is told', async () => {
  await send().answer();
  expect([open(), told(), done]).toEqual([false, ['B is booked'], ['B']]);
});

it('a success is told when its dialog is no longer in use, and leaves the next one', async () => {
  const { answer } = send();
  await vi.waitUntil(() => useAction.getState().sending);
  closeAction();
  startAction(adjust('C'));
  await answer();
  expect([open(), told(), done]).toEqual([true, ['B is booked'], []]);
});

it.each([null, 2])('a success is not told to another person (%s)', async (next) => {
  const { answer } = send();
  await vi.waitUntil(() => useAction.getState().sending);
  closeAction();
  signIn(next);
  await answer();
  expect([told(), done]).toEqual([[], []]);
});
