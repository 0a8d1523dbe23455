/** All orders of some items. */
export function permutations<T>(items: readonly T[]): T[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((first, place) => permutations(items.toSpliced(place, 1)).map((rest) => [first, ...rest]));
}
