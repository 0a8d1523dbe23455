import { join } from 'node:path';
import { build } from 'esbuild';
import type { PageProgram } from './page/main.ts';

declare global {
  /** Inside the page alone. */
  var sweep: PageProgram;
}

/** The program that looks at a page from inside it, as one script. */
export async function pageProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(process.cwd(), 'e2e/src/sweep/page/main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome120',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
