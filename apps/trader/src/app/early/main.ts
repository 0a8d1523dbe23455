// Runs while the page is being read. Visitors on phones see at once what their screen shows without figures; the program,
// which is large, is asked for after that paint and replaces it. Others get the program at once: the texts and the files of
// their screen together with the start, one round trip before the start would ask for them. The server cannot name those
// files, because it never sees the fragment of the address.
import { type EarlyTable, earlyFiles, scriptOf } from './early-files.ts';
import { paintFirstPage } from './first-page.ts';

declare const __EARLY__: EarlyTable;

/** Named once: the build writes the whole table wherever its definition is used. */
const TABLE = __EARLY__;

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
const paints = !arrival.signedIn && !matchMedia('(min-width: 64rem)').matches;
if (!paints) askForProgram();
// Not before the page has been read: the program needs its root, and may come from the cache at once.
document.addEventListener('DOMContentLoaded', () => {
  let painted = false;
  try {
    painted = paints && paintFirstPage(TABLE, arrival);
  } finally {
    if (painted) afterPaint(runProgram);
    else runProgram();
  }
});

/** Calls back once, when the first content is on the screen. None is before the style sheet has come. */
function afterPaint(then: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) then();
    done = true;
  };
  if (document.visibilityState === 'hidden') once();
  new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, LONGEST_WAIT_MS);
}

/** Has browsers load the program, and nothing of it run. */
function askForProgram(): void {
  for (const file of [...TABLE.start.map(scriptOf), ...earlyFiles(TABLE, arrival)]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}

function runProgram(): void {
  if (paints) askForProgram();
  const script = document.createElement('script');
  script.type = 'module';
  // The last one imports the others.
  script.src = scriptOf(TABLE.start.at(-1) ?? '');
  script.addEventListener('error', offerReload);
  document.head.append(script);
}

/** A painted page looks as if it worked, so one whose program cannot be loaded must not stay. */
function offerReload(): void {
  const button = document.createElement('button');
  button.className = 'start touch text-brand';
  button.textContent = `${document.title} ↻`;
  button.addEventListener('click', () => location.reload());
  document.getElementById('root')?.replaceChildren(button);
}
