import { useEffect, useState } from 'react';

/** True after the first paint, for work that the first paint does not need. */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    // The first animation frame runs before the paint, so the second one marks it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}
