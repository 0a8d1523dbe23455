/** Icons of the chart tools on a 24 px grid. Separate from the common icons, so that they load only with the chart. */
export const TOOL_ICONS = {
  look: ['M4 19.500V4', 'M4 19.500h16', 'M7.500 15.500c2-7 4-7 5.500-3.500s3 3.500 6-6'],
  draw: ['M4 20l1-4L16 5l3 3L8 19z', 'M13.500 7.500l3 3'],
  enter: ['M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5'],
  leave: ['M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5'],
  trash: ['M5 7h14M10 4h4', 'M7 7l1 13h8l1-13', 'M10.500 10.500v6M13.500 10.500v6'],
  horizontal: ['M3 12h18', 'M12 13.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z'],
  trend: [
    'M5.500 18.500 18.500 5.500',
    'M5 20.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM19 6.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  ],
  ray: [
    'M5.500 18.500 21 3',
    'M5 20.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM13 12.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  ],
  rectangle: ['M4 7h16v10H4z'],
  fibonacci: ['M3.500 5h17M3.500 9.500h17M3.500 13h17M3.500 19h17', 'M6 19 18 5'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ToolIconName = keyof typeof TOOL_ICONS;
