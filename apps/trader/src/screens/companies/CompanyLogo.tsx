import type { Company } from '@fairlot/client';
import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { api } from '../../shared/services/services.ts';

/** A company's logo, or an icon of the same size. */
export function CompanyLogo({ company }: { readonly company: Company }): ReactNode {
  if (company.logo !== '')
    return (
      <img
        src={api.pictureUrl(company.logo)}
        alt=""
        width="40"
        height="40"
        className="size-10 shrink-0 rounded-control object-contain"
      />
    );
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-quiet">
      <Icon name="building" size={20} />
    </span>
  );
}
