import { CallError, signInToDemo } from '@fairlot/client';
import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { startSession } from '../../shared/session/start-session.ts';

type Show = (path: string) => void;

/**
 * Signs in to this device's demo account, or opens one, and shows the screen at `next`. A refusal is shown to the user and
 * rejects.
 */
async function openDemo(next: string, show: Show, spinner: boolean): Promise<void> {
  const { demoId } = useSession.getState();
  try {
    await startSession(() => signInToDemo(api, demoId, { spinner }), next, show);
  } catch (error) {
    // The next attempt opens a new account, unless another window has opened one meanwhile.
    const isRetired = error instanceof CallError && error.reason === 'demo_retired';
    if (isRetired && useSession.getState().demoId === demoId) useSession.setState({ demoId: null });
    throw error;
  }
}

/** Opens the demo account on the trading screen, with the page's spinner meanwhile. */
export async function tryDemo(show: Show): Promise<void> {
  await openDemo('/trade', show, true).catch(() => undefined);
}

/** Signs in to the demo account and shows the screen at `next` in place of the present one. */
export function useDemoSignIn(next: string): UseMutationResult<void, Error, void> {
  const navigate = useNavigate();
  return useMutation({ mutationFn: () => openDemo(next, (path) => void navigate(path, { replace: true }), false) });
}
