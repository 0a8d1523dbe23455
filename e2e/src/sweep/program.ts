import { join } from 'node:path';
import { build } from 'esbuild';
import type { PageProgram } from './page/main.ts';

declare global {
  /** Exists only inside the page. */
  var sweep: PageProgram;
}

/** Bundles the program that inspects a page from inside. */
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
