import { randomKey } from '@fairlot/client';
import { useRef } from 'react';

/** An idempotency key that stays the same while the same thing is asked for: a lost answer is asked for again, not done again. */
export function useStableKey(): (input: object) => string {
  const last = useRef({ text: '', key: '' });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}
