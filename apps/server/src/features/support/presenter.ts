import type { supportMessage } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { Message } from './conversation.ts';

type Presented = z.infer<typeof supportMessage>;

/** A message as its user sees it: customer service speaks with one voice. */
export function presentMessage({ id, from, text, at }: Message): Presented {
  return { id, from, text, created_at: at.toISOString() };
}

/** The same for staff, with the colleague who wrote it. */
export function presentToStaff(message: Message): Presented & { readonly staff_name: string } {
  return { ...presentMessage(message), staff_name: message.staffName };
}
