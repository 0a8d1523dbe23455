// Asks for the texts and the program of the first screen while the start is still loading. Without it they are asked for
// only by the start, one round trip after its last byte, because the server never sees the fragment of the address.
import { type EarlyTable, earlyFiles } from './early-files.ts';

declare const __EARLY__: EarlyTable;

function hasToken(): boolean {
  try {
    return /"token":"/.test(localStorage.getItem('fairlot.session') ?? '');
  } catch {
    return false;
  }
}

const stated = document.querySelector<HTMLMetaElement>('meta[name=fairlot-language]')?.content;
const arrival = { hash: location.hash, cookie: document.cookie, language: stated ?? 'hk', signedIn: hasToken() };
for (const file of earlyFiles(__EARLY__, arrival)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
