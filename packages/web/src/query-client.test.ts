import { QueryObserver } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient, storeAnswer } from './query-client.ts';

const KEY = ['thing'];

/** A server whose answers the test holds back. A read gets the value of the moment at which it was asked. */
function heldServer() {
  const waiting: (() => void)[] = [];
  const server = {
    value: 'old',
    reads: 0,
    read: (): Promise<string> => {
      server.reads += 1;
      const { value } = server;
      return new Promise((resolve) => waiting.push(() => resolve(value)));
    },
    /** Sends the answers in the order of the reads. */
    release: async (): Promise<void> => {
      for (const answer of waiting.splice(0)) {
        answer();
        // oxlint-disable-next-line no-await-in-loop -- Each answer is taken before the next arrives.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
  };
  return server;
}

function shown(client: QueryClient, read: () => Promise<string>): { readonly leave: () => void } {
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn: read });
  return { leave: observer.subscribe(() => undefined) };
}

describe('a change while a read is in flight', () => {
  it.each(['the first read', 'a later read'])('is not overwritten by the older answer of %s', async (which) => {
    const client = createQueryClient(10_000);
    const server = heldServer();
    const { leave } = shown(client, server.read);
    if (which === 'a later read') {
      await server.release();
      void client.refetchQueries({ queryKey: KEY });
    }
    server.value = 'new';
    void client.invalidateQueries({ queryKey: KEY });
    await server.release();
    expect(client.getQueryData(KEY)).toBe('new');
    leave();
  });

  it('is read again when it is shown next, although nothing showed it at the change', async () => {
    const client = createQueryClient(10_000);
    const server = heldServer();
    void client.prefetchQuery({ queryKey: KEY, queryFn: server.read });
    server.value = 'new';
    await client.invalidateQueries({ queryKey: KEY });
    await server.release();
    const { leave } = shown(client, server.read);
    await server.release();
    expect(client.getQueryData(KEY)).toBe('new');
    leave();
  });

  it('keeps the read if the caller wants one read only', async () => {
    const client = createQueryClient(10_000);
    const server = heldServer();
    const { leave } = shown(client, server.read);
    void client.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false });
    expect(server.reads).toBe(1);
    await server.release();
    expect(client.getQueryData(KEY)).toBe('old');
    leave();
  });
});

describe('the answer of a change', () => {
  it.each(['the first read', 'a later read'])('stays when the older answer of %s arrives', async (which) => {
    const client = createQueryClient(10_000);
    const server = heldServer();
    const { leave } = shown(client, server.read);
    if (which === 'a later read') {
      await server.release();
      void client.refetchQueries({ queryKey: KEY });
    }
    server.value = 'new';
    storeAnswer(client, KEY, 'new');
    expect(client.getQueryData(KEY)).toBe('new');
    await server.release();
    expect(client.getQueryData(KEY)).toBe('new');
    leave();
  });

  it('needs no other read when none is in flight', async () => {
    const client = createQueryClient(10_000);
    const server = heldServer();
    const { leave } = shown(client, server.read);
    await server.release();
    storeAnswer(client, KEY, 'new');
    expect(client.getQueryData(KEY)).toBe('new');
    expect(server.reads).toBe(1);
    leave();
  });
});
