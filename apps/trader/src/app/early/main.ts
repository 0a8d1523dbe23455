// Runs while the page is being read. Visitors on phones see at once what their screen shows without figures; the program,
// which is large, is asked for after that paint and replaces it. Others get the program at once: the texts and the files of
// their screen together with the start, one round trip before the start would ask for them. The server cannot name those
// files, because it never sees the fragment of the address.
import { type EarlyTable, earlyFiles } from './early-files.ts';
import { paintFirstPage } from './first-page.ts';

declare const __EARLY__: EarlyTable;

/** A style sheet may be late, and a page in the background paints nothing: the program is asked for nevertheless. */
const LONGEST_WAIT_MS = 2000;

function hasToken(): boolean {
  try {
    return /"token":"/.test(localStorage.getItem('fairlot.session') ?? '');
  } catch {
    return false;
  }
}

const stated = document.querySelector<HTMLMetaElement>('meta[name=fairlot-language]')?.content;
const arrival = { hash: location.hash, cookie: document.cookie, language: stated ?? 'hk', signedIn: hasToken() };
// The program renders wide windows otherwise, and users with their own figures.
if (arrival.signedIn || matchMedia('(min-width: 64rem)').matches) loadProgram();
else document.addEventListener('DOMContentLoaded', paint);

function paint(): void {
  let painted = false;
  try {
    painted = paintFirstPage(__EARLY__, arrival);
  } finally {
    if (painted) afterPaint(loadProgram);
    else loadProgram();
  }
}

/** Calls back once, when the first content is on the screen. None is before the style sheet has come. */
function afterPaint(then: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) then();
    done = true;
  };
  if (document.visibilityState === 'hidden') once();
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, LONGEST_WAIT_MS);
}

function loadProgram(): void {
  for (const file of __EARLY__.start) {
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    // In the order of the page, as if they were part of it.
    script.async = false;
    script.src = `/assets/${file}.js`;
    script.addEventListener('error', offerReload);
    document.head.append(script);
  }
  for (const file of earlyFiles(__EARLY__, arrival)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

/** A painted page looks as if it worked, so one whose program cannot be loaded must not stay. */
function offerReload(): void {
  const button = document.createElement('button');
  button.className = 'start touch text-brand';
  button.textContent = `${document.title} ↻`;
  button.addEventListener('click', () => location.reload());
  document.getElementById('root')?.replaceChildren(button);
}
