/** Attribute of elements above all layers; a press on them does not close a layer. */
export const OVER_LAYERS = 'data-over-layers';

/** True if the event is a press on an element above all layers, such as a toast, which must not close a layer. */
export function isOverLayers({ event }: { readonly event: Event }): boolean {
  return event.target instanceof Element && event.target.closest(`[${OVER_LAYERS}]`) !== null;
}
