/** A rectangle in the window's coordinates. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the intersection of two rectangles; undefined if they do not overlap. */
export function meeting(one: Box, other: Box): Box | undefined {
  const shared = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return shared.right > shared.left && shared.bottom > shared.top ? shared : undefined;
}

/** Returns a short selector of an element, with its ancestors and classes. */
export function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body && steps.length < 3; at = at.parentElement)
    steps.unshift(partOf(at));
  return steps.join(' > ');
}

function partOf(element: Element): string {
  const name = element.getAttribute('data-testid') ?? element.id;
  if (name !== '') return `${element.localName}#${name}`;
  const role = element.getAttribute('role');
  const classes = [...element.classList]
    .slice(0, 2)
    .map((each) => `.${each}`)
    .join('');
  return `${element.localName}${role === null ? '' : `[role=${role}]`}${classes}`;
}
