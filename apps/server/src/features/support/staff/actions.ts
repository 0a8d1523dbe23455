import type { WriteResult } from '../conversations.ts';
import type { SupportDeps } from '../service.ts';

/** The author of an answer. */
interface Author {
  readonly id: number;
  readonly name: string;
}

/** Answers and decisions of customer service. They are stored before anyone is notified. */
export class SupportActions {
  readonly #deps: SupportDeps;

  constructor(deps: SupportDeps) {
    this.#deps = deps;
  }

  /** Stores an answer of customer service. */
  async answer(user: number, staff: Author, text: string, key: string): Promise<WriteResult> {
    const { conversations, notifier, clock } = this.#deps;
    const result = await conversations.write({ user, staff, text, at: new Date(clock()), key });
    if (typeof result !== 'string' && !result.repeated) notifier.written(result.message);
    return result;
  }

  /** Marks a conversation as read by staff up to a message, and notifies other office screens. */
  async markRead(user: number, id: number): Promise<void> {
    await this.#deps.conversations.read(user, 'staff_read_id', id);
    this.#deps.notifier.changed();
  }

  /** Closes a suggestion or complaint and sends the answer to its user. */
  async closeFeedback(id: number, staff: Author, answer: string): Promise<'done' | 'decided' | 'unknown'> {
    const { feedback, notifier, clock } = this.#deps;
    const closed = await feedback.close({ id, staff, answer, at: new Date(clock()) });
    if (typeof closed === 'string') return closed;
    notifier.written(closed);
    return 'done';
  }
}
