import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables/index.ts';

/** A message for the support chat. */
export interface ChatMessage {
  readonly user: number;
  readonly staff: { readonly id: number; readonly name: string };
  /** False for a message that answers nobody. Default: true. */
  readonly isAnswer?: boolean;
  readonly text: string;
  readonly at: Date;
  readonly key: string;
}

/** Stores a message in the support chat; the returned function announces it after the commit. Implemented by the chat. */
export type WriteToChat = (transaction: Transaction<Tables>, message: ChatMessage) => Promise<() => void>;
