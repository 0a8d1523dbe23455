import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** A screen that is loaded lazily, when it is first shown or preloaded. */
export interface Page {
  readonly screen: ComponentType;
  readonly load: () => Promise<ComponentType>;
}

/**
 * Creates a lazy screen. A preloaded screen bypasses `lazy`, because React keeps a Suspense fallback on screen for at
 * least 300 ms.
 */
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
