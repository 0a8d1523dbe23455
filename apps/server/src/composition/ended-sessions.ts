import type { EndedSessions } from '../features/auth/session-memory.ts';
import type { SessionStore } from '../features/auth/session-store.ts';
import type { CoreDeps } from './deps.ts';
import { rereading } from './rereading.ts';

/** Lets the sessions that other processes have ended end here too. */
export function followEndedSessions(
  sessions: SessionStore,
  deps: Pick<CoreDeps, 'lifecycle' | 'log' | 'signals'>,
): void {
  const { signals } = deps;
  signals.on('sessions', (ended) => sessions.endedElsewhere(JSON.parse(ended) as EndedSessions));
  signals.onMissed(rereading('ended sessions', () => sessions.recheck(), deps));
}
