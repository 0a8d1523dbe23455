/**
 * Grid of the header and all rows, so that their columns align: seven figures in a line, or four pairs in narrow
 * panels.
 */
export const COLUMNS =
  'grid items-center gap-x-2 ps-4 pe-2 @min-[42rem]:gap-x-3 ' +
  'grid-cols-[minmax(0,1.15fr)_minmax(0,1.1fr)_minmax(0,0.95fr)_minmax(0,1.4fr)_4.25rem] ' +
  '@min-[42rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_repeat(4,minmax(0,0.95fr))_minmax(0,1.35fr)_4.25rem]';

/** Position of each column: its pair and line in the narrow layout, its column in the wide one. */
export const PLACES = {
  instrument: 'col-start-1 row-start-1 min-w-0',
  side: 'col-start-1 row-start-2 min-w-0 @min-[42rem]:col-start-2 @min-[42rem]:row-start-1',
  open: 'col-start-2 row-start-1 min-w-0 text-end @min-[42rem]:col-start-3',
  now: 'col-start-2 row-start-2 min-w-0 text-end @min-[42rem]:col-start-4 @min-[42rem]:row-start-1',
  stop: 'col-start-3 row-start-1 min-w-0 text-end @min-[42rem]:col-start-5',
  target: 'col-start-3 row-start-2 min-w-0 text-end @min-[42rem]:col-start-6 @min-[42rem]:row-start-1',
  result: 'col-start-4 row-span-2 row-start-1 min-w-0 text-end @min-[42rem]:col-start-7 @min-[42rem]:row-span-1',
  actions: 'col-start-5 row-span-2 row-start-1 @min-[42rem]:col-start-8 @min-[42rem]:row-span-1',
} as const;
