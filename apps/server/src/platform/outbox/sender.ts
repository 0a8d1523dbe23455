import type { LanguageCode } from '@fairlot/i18n';

/** A message on its way out. */
export interface Outgoing {
  /** The same at every try, so that a receiver can tell a repetition. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly language: LanguageCode;
}

/** Something that sends. Resolves when the next hop has taken the message; throws when it has not. */
export interface Sender {
  send(message: Outgoing): Promise<void>;
  close(): void;
}
