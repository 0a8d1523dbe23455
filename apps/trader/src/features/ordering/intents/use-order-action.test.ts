import { CallError, createStore } from '@fairlot/client';
import type { FinalState, Intent } from '@fairlot/client';
import { createElement, useState } from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useOrderAction } from './use-order-action.ts';

vi.mock(import('./intents.ts'), async (original) => ({
  ...(await original()),
  // A page that is rendered on a server has no state of stores.
  useIntentState: (intent: Intent | undefined) => intent?.state.getSnapshot(),
}));

/** Renders a row that follows the intent; returns the errors of which `onRefused` was told. */
async function follow(state: FinalState): Promise<(CallError | undefined)[]> {
  const told: (CallError | undefined)[] = [];
  const intent = { state: createStore(state), outcome: Promise.resolve(state) } as unknown as Intent;
  const onRefused = (error: CallError | undefined): boolean => {
    told.push(error);
    return true;
  };
  const Row = (): ReactNode => {
    const action = useOrderAction();
    const [isStarted, setStarted] = useState(false);
    if (!isStarted) {
      setStarted(true);
      action.start(intent, () => undefined, onRefused);
    }
    return createElement('button', { disabled: action.busy });
  };
  expect(renderToStaticMarkup(createElement(Row))).toBe('<button></button>');
  await intent.outcome;
  return told;
}

it('a command that is refused or dismissed frees its row, and undoes what was expected of it', async () => {
  const error = new CallError({ kind: 'refused', code: 3001, reason: 'market_data_stale' });
  expect(await follow({ phase: 'refused', error })).toEqual([error]);
  expect(await follow({ phase: 'dismissed' })).toEqual([undefined]);
});
