/** Marks what lies over every layer without being outside of it. */
export const OVER_LAYERS = 'data-over-layers';

/** Whether what asks a layer to close is a press on something that lies over all of them, such as a message: then it stays. */
export function isOverLayers({ event }: { readonly event: Event }): boolean {
  return event.target instanceof Element && event.target.closest(`[${OVER_LAYERS}]`) !== null;
}
