/** A rectangle in the window's coordinates. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What two rectangles share; undefined where they do not meet. */
export function meeting(one: Box, other: Box): Box | undefined {
  const shared = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return shared.right > shared.left && shared.bottom > shared.top ? shared : undefined;
}

/** A short way to find an element: where it is and what it looks like. */
export function selectorOf(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body && parts.length < 3; at = at.parentElement)
    parts.unshift(partOf(at));
  return parts.join(' > ');
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
