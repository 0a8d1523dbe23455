import type { ReactNode } from 'react';
import { Screen } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';

/** Being built. */
export function HomeScreen(): ReactNode {
  const text = useText();
  return <Screen title={text('title.market')}>{null}</Screen>;
}
