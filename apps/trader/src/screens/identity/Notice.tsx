import { Icon, cx } from '@fairlot/ui';
import type { IconName } from '@fairlot/ui';
import type { ReactNode } from 'react';

export interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly critical?: boolean;
}

/** Status of the verification. */
export function Notice({ icon, title, children, critical = false }: NoticeProps): ReactNode {
  return (
    <output className={cx('flex gap-3 rounded-surface p-4', critical ? 'bg-critical-soft' : 'bg-sunken')}>
      <span className={critical ? 'text-critical' : 'text-ink'}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 text-14">
        <p className="text-16 font-semibold">{title}</p>
        <div className="mt-1 wrap-anywhere">{children}</div>
      </div>
    </output>
  );
}
