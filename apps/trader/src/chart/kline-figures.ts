import { registerBeginning } from './kline-beginning.ts';
import { registerDrawings } from './kline-drawings.ts';
import { registerEvents } from './kline-events.ts';
import { registerIndicators } from './kline-indicators.ts';
import { registerPriceLines } from './kline-lines.ts';
import { registerMarks } from './kline-marks.ts';

let registered = false;

/** Registers the overlays and indicators with the library, once for all charts of the page. */
export function registerFigures(): void {
  if (registered) return;
  registered = true;
  registerBeginning();
  registerDrawings();
  registerEvents();
  registerMarks();
  registerPriceLines();
  registerIndicators();
}
