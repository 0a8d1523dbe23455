import { api } from '../../shared/services.ts';
import { chosenCompany } from './company-cookie.ts';

/** Leaves for the loss URL when the chosen company takes no customers any more. A failed look keeps the visitor here. */
export async function checkCompany(): Promise<void> {
  const company = chosenCompany(document.cookie);
  if (company === undefined) return;
  const state = await api
    .call('getCompanyStatus', { company_id: company }, { quiet: true, initial: true })
    .catch(() => undefined);
  if (state !== undefined && state.status !== 0 && state.loss_url.startsWith('https://'))
    location.replace(state.loss_url);
}
