import { useEffect, useState } from 'react';

/** Whether what this stands in has been drawn: then there is time for what its first picture can do without. */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    // The first frame is the one that is drawn now.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}
