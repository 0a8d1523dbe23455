// Preload of a process of tests (`--import …/shift-clock.mjs?ms=…`): its wall clock runs that many milliseconds ahead.
// Monotonic clocks stay, as they do when an installation's clock is set before its start.
import { shiftDate } from './shift-date.mjs';

shiftDate(Number(new URL(import.meta.url).searchParams.get('ms')));
