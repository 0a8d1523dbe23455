import { CallError, uniqueKey, sendMessage } from '@fairlot/client';
import { useState } from 'react';
import { api } from '../../shared/services/services.ts';
import type { ChatMessage } from './conversation.ts';

/** A message being sent. A retry uses the same key, so that a message whose answer was lost is not stored twice. */
export interface Outgoing {
  readonly key: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface Outbox {
  readonly outgoing: readonly Outgoing[];
  readonly send: (text: string) => void;
  readonly again: (message: Outgoing) => void;
}

/** Sends messages and keeps those that failed for a retry. `onSent` gets each message as stored by the server. */
export function useOutgoing(onSent: (message: ChatMessage) => void): Outbox {
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const mark = (key: string, failed: boolean): void =>
    setOutgoing((all) => all.map((each) => (each.key === key ? { ...each, failed } : each)));
  const deliver = async ({ key, text }: Pick<Outgoing, 'key' | 'text'>): Promise<void> => {
    try {
      onSent(await sendMessage(api, text, { key }));
      setOutgoing((all) => all.filter((each) => each.key !== key));
    } catch (error) {
      if (error instanceof CallError) mark(key, true);
      else throw error;
    }
  };
  return {
    outgoing,
    send: (text) => {
      const message = { key: uniqueKey(), text, failed: false };
      setOutgoing((all) => [...all, message]);
      void deliver(message);
    },
    again: (message) => {
      mark(message.key, false);
      void deliver(message);
    },
  };
}
