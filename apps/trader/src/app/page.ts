import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** The program of a screen, loaded when it is shown or asked for in advance. */
export interface Page {
  readonly screen: ComponentType;
  readonly load: () => Promise<ComponentType>;
}

/** A screen whose program is there is drawn at once. React shows what it had to wait for no sooner than 300 ms after it showed that it waits. */
export function page(ask: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | undefined;
  const load = async (): Promise<ComponentType> => {
    loaded ??= await ask();
    return loaded;
  };
  const Awaited = lazy(async () => ({ default: await load() }));
  function Screen(): ReactNode {
    const [Content] = useState<ComponentType>(() => loaded ?? Awaited);
    return createElement(Content);
  }
  return { screen: Screen, load };
}
