/** The areas of the orders screen by their status on the wire; specification, section 4. */
export const AREA_STATUS = { holding: '1', pending: '0', history: '3' } as const;
export type OrderArea = keyof typeof AREA_STATUS;

/** In the order of their tabs. */
export const AREAS: readonly OrderArea[] = ['holding', 'pending', 'history'];

/** The area that the query's type asks for: the status on the wire, 1 = holding. undefined where it names none. */
export function areaOfType(type: string | null): OrderArea | undefined {
  return AREAS.find((area) => AREA_STATUS[area] === type);
}
