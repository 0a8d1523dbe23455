import { posix } from 'node:path';

const FENCE = /^(`{3,}|~{3,}).*\n[\s\S]*?^\1/gm;
const INLINE_CODE = /(`+)[^`][\s\S]*?\1/g;
const COMMENT = /<!--[\s\S]*?-->/g;
/** `[text](target)`, `![text](target "title")`, `[name]: target`, `src="target"`, `href="target"`. */
const LINKS = [
  /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
  /^\s*\[[^\]]+\]:\s+(\S+)/gm,
  /\b(?:src|href)="([^"]+)"/g,
] as const;
/** Addresses of other sites, and pages of the forge above the repository, such as ../../compare/v1...v2. */
const EXTERNAL = /^(?:[a-z][a-z+.-]*:|\/\/|(?:\.\.\/)+(?:compare|releases|issues|security)(?:\/|$))/i;

/** Targets of the links in a Markdown text that lead into the repository. Links inside code do not count. */
export function localLinks(markdown: string): string[] {
  const prose = markdown.replaceAll(FENCE, '').replaceAll(INLINE_CODE, '').replaceAll(COMMENT, '');
  return LINKS.flatMap((pattern) => [...prose.matchAll(pattern)].map(([, target = '']) => target)).filter(
    (target) => !EXTERNAL.test(target),
  );
}

/** Anchors of a Markdown text: its headings by GitHub's rule (a repeated one gets -1, -2 …), and explicit ids. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const text = markdown.replaceAll(FENCE, '');
  const anchors = new Set([...text.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id));
  const counts = new Map<string, number>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugOf(heading);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Links of Markdown files that lead to a missing file or anchor, as `file: target`. `documents` has the text of each
 * Markdown file by its path in the repository, `exists` tells if a path is a file or folder of the repository.
 */
export function brokenLinks(
  documents: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): readonly string[] {
  return [...documents].flatMap(([file, text]) =>
    localLinks(text)
      .filter((link) => !leadsSomewhere(file, link, documents, exists))
      .map((link) => `${file}: ${link}`),
  );
}

function leadsSomewhere(
  file: string,
  link: string,
  documents: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): boolean {
  const [path = '', anchor] = decodeURI(link).split('#');
  const target = path === '' ? file : posix.join(posix.dirname(file), path);
  if (target.startsWith('../') || !exists(target)) return false;
  const document = documents.get(target);
  return anchor === undefined || document === undefined || anchorsOf(document).has(anchor);
}
