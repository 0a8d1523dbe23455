import { LANGUAGES } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import React from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { HashRouter } from 'react-router';
import { changeLanguage } from '../../shared/language/language.ts';
import { queryClient } from '../../shared/services/query-client.ts';
import { provideServices } from '../../shared/services/services.ts';
import { createServices } from '../compose.ts';
import { preload } from '../routes.ts';
import { Shell } from '../Shell.tsx';
import type { Offered } from './first-page.ts';

/** Words that offer each language, in that language, taken from its catalogue by the build. */
declare const __OFFERS__: Readonly<Record<LanguageCode, Readonly<Record<'offer', string>>>>;

/**
 * Renders the pages that visitors see at addresses of the router before anything has been loaded: for each language, the
 * markup that the server adds to the start page. For the build, which runs it outside a browser.
 */
export async function renderFirstPages(addresses: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const services = createServices();
  provideServices(services);
  services.realtime.start();
  const all: Record<string, string> = {};
  for (const { code, tag, direction } of LANGUAGES) {
    const templates: string[] = [];
    for (const address of addresses)
      templates.push(`<template data-address="${address}">${await renderPage(code, address)}</template>`);
    all[code] =
      `<div hidden id="first" data-code="${code}" data-tag="${tag}" data-direction="${direction}">` +
      `${templates.join('')}<script type="application/json">${OFFERED}</script></div>`;
  }
  return all;
}

/** The offer of each language, by the first part of its tag. */
const OFFERED = JSON.stringify(
  Object.fromEntries(
    LANGUAGES.map(({ code, tag, direction }) => [
      tag.split('-')[0],
      { code, tag, direction, text: __OFFERS__[code].offer } satisfies Offered,
    ]),
  ),
);

/** Renders one page. It carries a line that offers another language than its own. */
async function renderPage(code: LanguageCode, address: string): Promise<string> {
  const [path = '/', search = ''] = address.split('?');
  await changeLanguage(code);
  await preload(path, search, false);
  location.hash = `#${address}`;
  Object.defineProperty(navigator, 'language', { value: code === 'en' ? 'de' : 'en' });
  return asOnPages(() => renderToStaticMarkup(<Page />));
}

function Page(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Shell />
      </HashRouter>
    </QueryClientProvider>
  );
}

/**
 * Lets stores answer with their present state. React asks for a state of the server instead, so that a browser can take
 * over the markup; nothing takes over this one.
 */
function asOnPages<T>(render: () => T): T {
  const { useSyncExternalStore } = React;
  const patched = React as { useSyncExternalStore: typeof useSyncExternalStore };
  patched.useSyncExternalStore = (subscribe, state) => useSyncExternalStore(subscribe, state, state);
  try {
    return render();
  } finally {
    patched.useSyncExternalStore = useSyncExternalStore;
  }
}
