/** Joins the class names that are given; false and undefined are left out. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}
