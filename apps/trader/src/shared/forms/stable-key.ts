import { uniqueKey } from '@fairlot/client';
import { useRef } from 'react';

/**
 * Returns the same idempotency key as long as the input is unchanged, so that a retry after a lost answer cannot run
 * the action twice.
 */
export function useStableKey(): (input: object) => string {
  const last = useRef({ text: '', key: '' });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: uniqueKey() };
    return last.current.key;
  };
}
