import type { Signals } from '../cluster/signals.ts';
import type { EndedSessions, SessionStore } from '../features/auth/session-store.ts';
import type { Log } from '../platform/log.ts';

/** Lets the sessions that other processes have ended end here too. */
export function followEndedSessions(sessions: SessionStore, signals: Signals, log: Log): void {
  signals.on('sessions', (ended) => sessions.endedElsewhere(JSON.parse(ended) as EndedSessions));
  signals.onMissed(
    () => void sessions.recheck().catch((error: unknown) => log.error({ err: error }, 'sessions were not looked at')),
  );
}
