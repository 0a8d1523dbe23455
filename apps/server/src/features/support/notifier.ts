import type { UserTopic } from '../../realtime/user-topic.ts';
import type { Message } from './conversations.ts';
import type { LongPoll } from './long-poll.ts';
import { presentMessage } from './presenter.ts';

/** Notifies users and staff of changes in customer service. */
export class SupportNotifier {
  readonly #topic: UserTopic;
  readonly #office: LongPoll;

  constructor(topic: UserTopic, office: LongPoll) {
    this.#topic = topic;
    this.#office = office;
  }

  /** Sends a new message to its user's devices and wakes the office's long polls. */
  written(message: Message): void {
    this.#topic.publish(message.user, [presentMessage(message)]);
    this.#office.notify();
  }

  /** Wakes the office's long polls after a change that users don't see. */
  changed(): void {
    this.#office.notify();
  }
}
