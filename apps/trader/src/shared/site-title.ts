import { DEMO_TITLE } from '@fairlot/contract';
import { useSite } from './site.ts';
import { useText } from './text.ts';

/** Name of the site as it is shown: one that only demonstrates says that it is not for sale. */
export function useSiteTitle(): string {
  const t = useText();
  const title = useSite()?.title ?? 'Fairlot';
  return title === DEMO_TITLE ? t('site.unsaleable', { title }) : title;
}
