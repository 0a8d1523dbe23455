import { CallError, randomKey } from '@fairlot/client';
import { useState } from 'react';
import { useApi } from '../../shared/services.ts';
import type { ChatMessage } from './conversation.ts';

/** A message on its way. It keeps its key, so that one whose answer was lost is not there twice when it is sent again. */
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

/** Sends messages and keeps those that did not arrive. `onSent` gets each as the server stored it. */
export function useOutgoing(onSent: (message: ChatMessage) => void): Outbox {
  const api = useApi();
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const mark = (key: string, failed: boolean): void =>
    setOutgoing((all) => all.map((each) => (each.key === key ? { ...each, failed } : each)));
  const deliver = async ({ key, text }: Pick<Outgoing, 'key' | 'text'>): Promise<void> => {
    try {
      onSent(await api.call('supportSend', { text }, { key }));
      setOutgoing((all) => all.filter((each) => each.key !== key));
    } catch (error) {
      if (error instanceof CallError) mark(key, true);
      else throw error;
    }
  };
  return {
    outgoing,
    send: (text) => {
      const message = { key: randomKey(), text, failed: false };
      setOutgoing((all) => [...all, message]);
      void deliver(message);
    },
    again: (message) => {
      mark(message.key, false);
      void deliver(message);
    },
  };
}
