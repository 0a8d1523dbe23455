import type { supportMessage } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { Message } from './conversations.ts';

type Presented = z.infer<typeof supportMessage>;

/** Converts a message to its wire format for users, without the name of the staff member. */
export function presentMessage({ id, from, text, at }: Message): Presented {
  return { id, from, text, created_at: at.toISOString() };
}

/** Converts a message to its wire format for staff, with the author's name. */
export function presentToStaff(message: Message): Presented & { readonly staff_name: string } {
  return { ...presentMessage(message), staff_name: message.staffName };
}
