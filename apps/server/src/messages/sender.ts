import type { LanguageCode } from '@fairlot/i18n';

/** A message to send. */
export interface OutgoingMessage {
  /** The same in every try, so that a receiver can detect a repetition. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly language: LanguageCode;
  /** Address that ends mails of this kind with one click. */
  readonly stopUrl?: string;
}

/** A sender of one channel. `send` resolves when the next hop has accepted the message and throws when it has not. */
export interface MessageSender {
  send(message: OutgoingMessage): Promise<void>;
  close(): void;
}
