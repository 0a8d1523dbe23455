import { DEMO_TITLE } from '@fairlot/contract';
import { useSite } from './site.ts';
import { useText } from '../language/language.ts';

/** Display name of the site. A demonstration site is marked as not for sale. */
export function useSiteTitle(): string {
  const t = useText();
  const title = useSite()?.title ?? 'Fairlot';
  return title === DEMO_TITLE ? t('site.unsaleable', { title }) : title;
}
