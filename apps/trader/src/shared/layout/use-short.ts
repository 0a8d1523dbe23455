import { useMedia } from '@fairlot/web';

/** True on a phone in landscape: wide, but with little height. */
export function useShort(): boolean {
  return useMedia('(min-width: 40rem) and (max-height: 30rem)');
}
