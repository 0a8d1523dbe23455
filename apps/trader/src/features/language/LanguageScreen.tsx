import type { ReactNode } from 'react';
import { Screen } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';

/** Being built. */
export function LanguageScreen(): ReactNode {
  const text = useText();
  return <Screen title={text('title.language')}>{null}</Screen>;
}
