import { CallError } from '@fairlot/client';
import type { CloseChoice, SeveralClosed } from '@fairlot/client';
import { useState } from 'react';
import { useSession } from '../../../shared/session/session.ts';
import { sendClose } from './send-close.ts';

/** A close of several positions, from its question to its list of results. */
export interface SeveralAction {
  readonly busy: boolean;
  readonly result: SeveralClosed | undefined;
  /** The reason why the last try failed; its outcome may be unknown, and then the next try has the same key. */
  readonly problem: string | undefined;
  readonly send: (choice: CloseChoice, ids: readonly number[]) => Promise<void>;
  readonly reset: () => void;
}

export function useCloseSeveral(): SeveralAction {
  const user = useSession((session) => session.user?.uid);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<SeveralClosed>();
  const [problem, setProblem] = useState<string>();
  const send = async (choice: CloseChoice, ids: readonly number[]): Promise<void> => {
    if (user === undefined) return;
    setBusy(true);
    setProblem(undefined);
    const closed = await sendClose(user, { call: 'closeAll', input: choice }, ids).finally(() => setBusy(false));
    if (closed instanceof CallError) setProblem(closed.msg);
    else setResult(closed);
  };
  return {
    busy,
    result,
    problem,
    send,
    reset: () => {
      setResult(undefined);
      setProblem(undefined);
    },
  };
}
