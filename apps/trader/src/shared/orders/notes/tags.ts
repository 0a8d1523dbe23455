import { TAGS_OF_ORDER_MAX } from '@fairlot/contract';

/** The tags with a further one, unless it is blank, already there, or one too many. */
export function withTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim();
  return tag === '' || hasTag(tags, tag) || tags.length >= TAGS_OF_ORDER_MAX ? tags : [...tags, tag];
}

/** Compares as the server does: the same in upper and lower case and in full and half width. */
export function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((each) => keyOf(each) === keyOf(tag));
}

function keyOf(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}
