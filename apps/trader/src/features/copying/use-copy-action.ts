import { uniqueKey } from '@fairlot/client';
import { useRef, useState } from 'react';
import { useSession } from '../../shared/session/session.ts';
import { reloadCopies } from './copying-query.ts';

/** A change of a copy that is under way. */
export interface CopyAction {
  readonly busy: boolean;
  /** Runs a call and reads the copies again. Its error, if any, has become a toast. */
  readonly run: (name: string, call: (key: string) => Promise<unknown>) => Promise<boolean>;
}

/** Runs changes of a copy. A change whose answer was lost keeps its key, so that it does not happen twice. */
export function useCopyAction(): CopyAction {
  const user = useSession((session) => session.user?.uid ?? '');
  const [busy, setBusy] = useState(false);
  const kept = useRef({ name: '', key: '' });
  return {
    busy,
    run: async (name, call) => {
      if (kept.current.name !== name) kept.current = { name, key: uniqueKey() };
      setBusy(true);
      try {
        await call(kept.current.key);
        kept.current = { name: '', key: '' };
        return true;
      } catch {
        return false;
      } finally {
        setBusy(false);
        void reloadCopies(user);
      }
    },
  };
}
