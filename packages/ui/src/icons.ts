/** Paths of our icons on a 24 px grid, drawn as strokes of 1.75 px with round ends. */
export const ICONS = {
  market: ['M3 17l5.5-6 4 3.5L21 6', 'M15.5 6H21v5.5'],
  trade: ['M7 3.5v3M7 15v5.5M17 3.5V9M17 17.5v3', 'M5 6.5h4V15H5zM15 9h4v8.5h-4z'],
  orders: ['M6 3.5h12v17l-3-2-3 2-3-2-3 2z', 'M9.5 8.5h5M9.5 12.5h5'],
  rank: ['M4 20.5v-7h5v7M9.5 20.5V7.5h5v13M15 20.5v-9h5v9', 'M3 20.5h18'],
  copy: ['M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z', 'M2.5 20c0-3.3 2.9-5.5 6.5-5.5s6.5 2.2 6.5 5.5', 'M16 4.4a3.5 3.5 0 0 1 0 6.2M18.5 15.2c1.9.8 3 2.5 3 4.8'],
  user: ['M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M4.5 20.5c0-3.6 3.4-6 7.5-6s7.5 2.4 7.5 6'],
  search: ['M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z', 'M15.5 15.5 20.5 20.5'],
  language: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M3.2 12h17.6', 'M12 3c2.4 2.4 3.7 5.5 3.7 9s-1.3 6.6-3.7 9c-2.4-2.4-3.7-5.5-3.7-9S9.6 5.4 12 3z'],
  back: ['M15 4.5 7.5 12l7.5 7.5'],
  forward: ['M9 4.5 16.5 12 9 19.5'],
  down: ['M5 9l7 7 7-7'],
  up: ['M5 15l7-7 7 7'],
  close: ['M5.5 5.500l13 13M18.5 5.500l-13 13'],
  plus: ['M12 5v14M5 12h14'],
  minus: ['M5 12h14'],
  check: ['M4.5 12.500l5 5L19.5 7'],
  refresh: ['M20 12a8 8 0 1 1-2.5-5.8', 'M20.5 3.500v4.500H16'],
  eye: ['M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z', 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z'],
  eyeOff: ['M4 4l16 16', 'M9.5 5.900c.8-.3 1.6-.4 2.5-.4 6 0 9.5 6.5 9.5 6.500a16 16 0 0 1-2.7 3.400M6 7.600C3.7 9.3 2.5 12 2.5 12S6 18.5 12 18.500c1.6 0 3-.4 4.2-1', 'M10 10a3 3 0 0 0 4 4'],
  theme: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 3v18', 'M12 8l6-3.200M12 13l8.6-4.600M12 18l8.2-4.3'],
  logout: ['M14 4H6v16h8', 'M10.5 12H21M17.5 8.5 21 12l-3.5 3.5'],
  reset: ['M4 12a8 8 0 1 0 2.5-5.8', 'M3.5 3.500v4.500H8'],
  info: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 11v5.500M12 7.500v.1'],
  warning: ['M12 4 2.5 20h19z', 'M12 10v4.500M12 17v.1'],
  offline: ['M4 4l16 16', 'M2.5 9.500A14 14 0 0 1 7 6.800M21.5 9.500a14 14 0 0 0-9-4M6 13a9 9 0 0 1 4-2.300M18 13a9 9 0 0 0-2.5-1.700M9.5 16.500a4 4 0 0 1 5 0', 'M12 20v.1'],
  clock: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 7v5.500l3.5 2'],
  inbox: ['M4 13.5 6.5 5h11L20 13.500V19H4z', 'M4 13.500h4.500l1.5 2.500h4l1.5-2.500H20'],
  chart: ['M4 4v16h16', 'M8 15l3.5-4 3 2.500L19.5 8'],
  more: ['M5.5 12v.100M12 12v.100M18.5 12v.1'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type IconName = keyof typeof ICONS;

/** Icons that point along the reading direction and turn round in right-to-left layouts. */
export const DIRECTED: ReadonlySet<IconName> = new Set(['back', 'forward', 'logout', 'orders']);
