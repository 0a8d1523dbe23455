import type { CallOutput } from '@fairlot/client';
import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';

export type Company = CallOutput<'getCompany'>[number];

/** The logo; a sign of the same size where there is none. */
export function CompanyLogo({ company }: { readonly company: Company }): ReactNode {
  if (company.logo !== '')
    return (
      <img
        src={company.logo}
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
