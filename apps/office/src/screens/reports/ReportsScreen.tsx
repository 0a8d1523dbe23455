import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { TabChips } from '../../shared/layout/TabChips.tsx';
import { useText } from '../../shared/language/language.ts';
import { FileList } from './FileList.tsx';
import { ReportForm } from './ReportForm.tsx';
import { ScheduleList } from './ScheduleList.tsx';

const TABS = ['now', 'files', 'schedules'] as const;

/** Reports at once, those that schedules made, and the schedules. */
export function ReportsScreen(): ReactNode {
  const t = useText();
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'now';
  const tabs = <TabChips label={t('menu.reports')} tabs={TABS} tab={tab} nameOf={(value) => t(`reports.${value}`)} />;
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
