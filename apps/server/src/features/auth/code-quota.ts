import type { Session, Sessions } from '../../security/session.ts';
import type { UserQueries } from './queries.ts';
import type { SessionQueries } from './session-queries.ts';
import type { Target } from './target.ts';

/** The quota of everybody who is not known to be the owner of the address. */
export const STRANGERS = '';

export interface CodeQuotasDeps {
  readonly users: UserQueries;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly sessionQueries: SessionQueries;
}

/**
 * Tells in which quota a requested code is counted. Strangers share one, so that they can't flood an address. Its owner
 * has others that no stranger can use up: one for each session, so that the thief of a session leaves the quotas of the
 * others, and one for each network of a sign-in, for a forgotten password.
 */
export class CodeQuotas {
  readonly #deps: CodeQuotasDeps;

  constructor(deps: CodeQuotasDeps) {
    this.#deps = deps;
  }

  /** The name of the quota. `from` is the network of the request, see `addressGroup`. */
  async of(target: Target, from: string, token: string | undefined): Promise<string> {
    const { users, sessions, sessionQueries } = this.#deps;
    const session: Session | undefined = token === undefined ? undefined : await sessions.find(token);
    // Unknown addresses take the same queries, so that the time of the answer does not reveal them.
    const owner = (await users.credentials(target))?.user.id ?? 0;
    const isOwnNetwork = (await sessionQueries.networks(owner)).has(from);
    if (session !== undefined && session.account === owner) return `session ${session.id}`;
    return isOwnNetwork ? `network ${from}` : STRANGERS;
  }
}
