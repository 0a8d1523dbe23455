import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { TokenBuckets } from '../../platform/token-bucket.ts';
import type { UserNews } from '../../realtime/user-news.ts';
import { Bell } from './bell.ts';
import { Conversations } from './conversation.ts';
import type { Message, Written } from './conversation.ts';
import { Feedback } from './feedback.ts';
import { presentMessage } from './presenter.ts';

/** A user may write ten messages at once, and then one in three seconds. */
const PER_SECOND = 1 / 3;
const AT_ONCE = 10;

/** The support chat: what is written is stored first and then told to those who look. */
export class SupportService {
  readonly conversations: Conversations;
  readonly feedback: Feedback;
  /** Rings when there is something new for staff. */
  readonly bell = new Bell();
  private readonly pace: TokenBuckets;
  private readonly clock: Clock;
  private readonly news: UserNews;

  constructor(db: Kysely<Tables>, clock: Clock, news: UserNews) {
    this.conversations = new Conversations(db);
    this.feedback = new Feedback(db);
    this.pace = new TokenBuckets(PER_SECOND, AT_ONCE, clock);
    this.clock = clock;
    this.news = news;
  }

  /** A user writes to customer service. */
  async ask(user: number, text: string, key: string): Promise<Written | 'too_many_requests'> {
    if (!this.pace.take(user)) return 'too_many_requests';
    return this.tell(await this.conversations.write({ user, text, at: new Date(this.clock()), key }));
  }

  /** A member of staff answers. */
  async answer(
    user: number,
    staff: { readonly id: number; readonly name: string },
    text: string,
    key: string,
  ): Promise<Written> {
    return this.tell(await this.conversations.write({ user, staff, text, at: new Date(this.clock()), key }));
  }

  /** A suggestion or complaint. Gives its number; the same one for the same key. */
  async complain(
    user: number,
    kind: 'suggestion' | 'complaint',
    text: string,
    key: string,
  ): Promise<number | 'key_reused' | 'too_many_messages' | 'too_many_requests'> {
    if (!this.pace.take(user)) return 'too_many_requests';
    const id = await this.feedback.add({ user, kind, text, key, at: new Date(this.clock()) });
    if (typeof id === 'number') this.bell.ring();
    return id;
  }

  /** Closes a suggestion or complaint; the answer is told to its user. */
  async close(
    id: number,
    staff: { readonly id: number; readonly name: string },
    answer: string,
  ): Promise<'done' | 'decided' | 'unknown'> {
    const closed = await this.feedback.close({ id, staff, answer, at: new Date(this.clock()) });
    if (typeof closed === 'string') return closed;
    this.announce(closed);
    return 'done';
  }

  /** Something was seen elsewhere: other screens of the office may show it. */
  seen(): void {
    this.bell.ring();
  }

  private tell(written: Written): Written {
    if (typeof written !== 'string' && !written.repeated) this.announce(written.message);
    return written;
  }

  private announce(message: Message): void {
    this.news.publish(message.user, [presentMessage(message)]);
    this.bell.ring();
  }
}
