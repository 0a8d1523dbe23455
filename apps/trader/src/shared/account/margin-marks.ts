import { useSite } from '../site/site.ts';

/** The site's warning level and stop-out level in per cent; the product's defaults until the site's are known. */
export function useMarginMarks(): { readonly warning: number; readonly stopOut: number } {
  const site = useSite();
  return { warning: site?.warningLevel ?? 100, stopOut: site?.stopOutLevel ?? 50 };
}
