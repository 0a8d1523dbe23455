import type { InputOf, OutputOf, emailChangeCalls } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { CallContext, UserContext } from '../../http/calls.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';
import { secretHash } from '../../security/random-secret.ts';
import { type EmailChangeOutcome, applyEmailChange } from './email-change-apply.ts';
import type { EmailChangeMails } from './email-change-mails.ts';
import { type EmailChange, EmailChangeStore } from './email-change-store.ts';
import type { OwnerCheck } from './owner-check.ts';
import type { SessionStore } from './session-store.ts';
import { emailTarget } from './target.ts';

/** Changes of one user that may be asked for in a day, by the user and by staff together. */
const MOST_A_DAY = 5;

type Open = NonNullable<OutputOf<typeof emailChangeCalls.emailChange>['change']>;

/** A request to change an address. */
export interface EmailChangeRequest {
  readonly user: number;
  readonly email: string;
  /** Member of staff who proposes it; null for the owner. */
  readonly staff: number | null;
  readonly reason: string;
  /** The old mailbox is lost: two members of staff have to agree. */
  readonly needsStaff: boolean;
  readonly address: string;
  readonly agent: string;
}

export interface EmailChangesDeps {
  readonly db: Kysely<Tables>;
  readonly owner: OwnerCheck;
  readonly sessions: SessionStore;
  readonly mails: EmailChangeMails;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  /**
   * True when mail leaves the house, or money is play money. Elsewhere staff who read the outbox would have the links of
   * both mailboxes, and could move an account to an address of their own.
   */
  readonly sendsMail: () => boolean;
  readonly clock: Clock;
  /** Tells the owner's devices. */
  readonly tell: (user: number) => void;
  /** Writes the outcome of a change to the logs. */
  readonly record: (change: number, user: number, outcome: EmailChangeOutcome) => Promise<unknown>;
}

/** Changes of email addresses, which the new and the old mailbox confirm. */
export class EmailChanges {
  readonly #deps: EmailChangesDeps;

  constructor(deps: EmailChangesDeps) {
    this.#deps = deps;
  }

  /** Stores the owner's request, which needs the password, and a code where there is an authenticator. */
  ask(input: InputOf<typeof emailChangeCalls.askEmailChange>, context: UserContext): Promise<Answer<Open>> {
    const { owner } = this.#deps;
    return owner.inTurn(context.session.account, async (): Promise<Answer<Open>> => {
      const target = input.email === '' ? refuse('please_complete') : emailTarget(input.email);
      if (!target.ok) return target;
      const refusal = await owner.confirmBoth(context, input);
      if (refusal !== undefined) return refusal;
      const asked = await this.store({
        user: context.session.account,
        email: target.data.address,
        staff: null,
        reason: '',
        needsStaff: input.old_lost,
        address: context.address,
        agent: context.agent,
      });
      return asked.ok ? done(presentOpenChange(asked.data)) : asked;
    });
  }

  /** Stores a request of the owner or of staff, and sends both links. */
  async store(request: EmailChangeRequest): Promise<Answer<EmailChange>> {
    const { db, mails, outbox, sendsMail, clock, tell } = this.#deps;
    if (!sendsMail()) return refuse('mail_not_sent');
    const stored = await db.transaction().execute(async (transaction): Promise<Answer<EmailChange>> => {
      const now = new Date(clock());
      // The lock keeps a second request of the user out until the commit.
      const user = await transaction
        .selectFrom('users')
        .select(['id', 'kind', 'email', 'blocked_at', 'closing_at'])
        .where('id', '=', BigInt(request.user))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (user === undefined || user.kind === 'demo' || user.closing_at !== null) return refuse('unknown_user');
      if (user.blocked_at !== null) return refuse('account_blocked');
      if (user.email === request.email) return refuse('email_same');
      const changes = new EmailChangeStore(transaction);
      if ((await changes.openOf(request.user)) !== undefined) return refuse('email_change_open');
      if ((await changes.countSince(request.user, new Date(now.getTime() - DAY_MS))) >= MOST_A_DAY)
        return refuse('too_many_records');
      const hashes = await mails.send(transaction, user.id, request.email);
      const staff = request.staff === null ? null : BigInt(request.staff);
      return done(
        await changes.insert({
          user_id: user.id,
          new_email: request.email,
          asked_at: now,
          told_at: now,
          asked_by: staff,
          reason: request.reason,
          needs_staff: request.needsStaff,
          address: request.address,
          agent: request.agent,
          ...hashes,
          checked_by: staff,
          checked_at: staff === null ? null : now,
        }),
      );
    });
    if (stored.ok) {
      outbox.wake();
      tell(request.user);
    }
    return stored;
  }

  /** Confirms for the mailbox to which the link was sent. The last confirmation that is needed changes the address. */
  async confirm(token: string, { actor }: Pick<CallContext, 'actor'>): Promise<Answer<{ readonly changed: boolean }>> {
    const { db, sessions, outbox, clock, notices, record } = this.#deps;
    const link = await new EmailChangeStore(db).byToken(secretHash(token));
    if (link === undefined) return refuse('link_invalid');
    const [user, id] = [Number(link.change.user_id), link.change.id];
    actor.user = user;
    if (link.change.state === 'done') return done({ changed: true });
    const confirmed = link.side === 'new' ? 'new_confirmed_at' : 'old_confirmed_at';
    const outcome = await sessions.endAllWith(
      user,
      () =>
        db.transaction().execute(async (transaction): Promise<EmailChangeOutcome | 'waits'> => {
          await lockUser(transaction, link.change.user_id);
          const now = clock();
          const change = await new EmailChangeStore(transaction).update(id, { [confirmed]: new Date(now) });
          if (change === undefined) return 'over';
          return isReady(change, now) ? applyEmailChange(transaction, change, { notices, now }) : 'waits';
        }),
      (result) => result === 'done',
    );
    if (outcome === 'waits') return done({ changed: false });
    if (outcome === 'over') return refuse('link_invalid');
    await record(Number(id), user, outcome);
    outbox.wake();
    return outcome === 'done' ? done({ changed: true }) : refuse('link_invalid');
  }

  /** The open change of a user, as the owner sees it; null without one. */
  async openOf(user: number): Promise<Open | null> {
    const open = await new EmailChangeStore(this.#deps.db).openOf(user);
    return open === undefined ? null : presentOpenChange(open);
  }

  /** Cancels the open change of an owner who says so. */
  cancel(user: number): Promise<boolean> {
    return new EmailChangeStore(this.#deps.db).cancel(user, 'owner', new Date(this.#deps.clock()));
  }
}

/** True when the new mailbox has confirmed and either the old one has, or two members of staff have and the wait is over. */
function isReady(change: EmailChange, now: number): boolean {
  const { new_confirmed_at: ofNew, old_confirmed_at: ofOld, effective_at: from } = change;
  return ofNew !== null && (ofOld !== null || (from !== null && from.getTime() <= now));
}

function presentOpenChange(change: EmailChange): Open {
  return {
    email: change.new_email,
    asked_at: change.asked_at.toISOString(),
    new_confirmed: change.new_confirmed_at !== null,
    old_confirmed: change.old_confirmed_at !== null,
    effective_at: change.effective_at?.toISOString() ?? null,
  };
}
