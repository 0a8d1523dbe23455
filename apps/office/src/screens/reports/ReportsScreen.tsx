import { Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useText } from '../../shared/language/language.ts';
import { FileList } from './FileList.tsx';
import { ReportForm } from './ReportForm.tsx';
import { ScheduleList } from './ScheduleList.tsx';

const TABS = ['now', 'files', 'schedules'] as const;
type Tab = (typeof TABS)[number];

/** Reports at once, those that schedules made, and the schedules. */
export function ReportsScreen(): ReactNode {
  const t = useText();
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'now';
  const tabs = <Tabs tab={tab} />;
  if (tab === 'files') return <FileList tabs={tabs} />;
  if (tab === 'schedules') return <ScheduleList tabs={tabs} />;
  return (
    <div className="flex h-full flex-col">
      <ScreenHead title={t('menu.reports')} tools={tabs} />
      <div className="min-h-0 flex-1 overflow-auto">
        <ReportForm />
      </div>
    </div>
  );
}

function Tabs({ tab }: { readonly tab: Tab }): ReactNode {
  const t = useText();
  const [, setParams] = useSearchParams();
  return (
    <fieldset aria-label={t('menu.reports')} className="flex flex-wrap gap-2">
      {TABS.map((value) => (
        <Chip key={value} pressed={value === tab} onPress={() => setParams({ tab: value }, { replace: true })}>
          {t(`reports.${value}`)}
        </Chip>
      ))}
    </fieldset>
  );
}
