/**
 * Parts shared by the trader's page and the office.
 *
 * - `createLanguage(settings)`: the current language, its texts and its formats, as hooks and functions.
 * - `createQueryClient(staleMs)`: caches answers of calls and retries lost ones. `storeAnswer(client, key, answer)`: that of a
 *   change.
 * - `readStored`, `writeStored`, `keepStored(store, …)`: JSON in the browser's storage.
 * - `copyText(text)`: to the clipboard, also without HTTPS.
 * - `showToast`, `closeToast`, `useToasts`: short messages. `ErrorBoundary`: contains the errors of a part.
 * - `useWhileShown()`: runs what comes late only while the component is shown.
 * - `useMedia(query)`, `useWide()`: the size of the window. `applyTheme(theme)`.
 * - `renderPage(page)`: the first render, or a message when the page cannot start. `QrCode`.
 */
export { copyText } from './copy.ts';
export { ErrorBoundary } from './ErrorBoundary.tsx';
export { createLanguage } from './language.ts';
export type { PageLanguage } from './language.ts';
export { useMedia, useWide } from './media.ts';
export { QrCode } from './QrCode.tsx';
export { createQueryClient, storeAnswer } from './query-client.ts';
export { renderPage } from './render-page.tsx';
export { keepStored, readStored, writeStored } from './stored.ts';
export { THEMES, applyTheme } from './theme.ts';
export type { Theme } from './theme.ts';
export { closeToast, dropErrors, showToast, useToasts } from './toasts.ts';
export { useWhileShown } from './while-shown.ts';
