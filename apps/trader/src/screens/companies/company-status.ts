import { readCompanyStatus } from '@fairlot/client';
import { api } from '../../shared/services/services.ts';
import { chosenCompany } from './company-cookie.ts';

/**
 * Redirects to the company's loss URL if the chosen company no longer accepts customers. A failed check keeps the
 * visitor here.
 */
export async function checkCompany(): Promise<void> {
  const company = chosenCompany(document.cookie);
  if (company === undefined) return;
  const state = await readCompanyStatus(api, company, { quiet: true, initial: true }).catch(() => undefined);
  if (state !== undefined && state.status !== 0 && state.lossUrl.startsWith('https://'))
    location.replace(state.lossUrl);
}
