import { lazy } from 'react';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { mayCall } from '../shared/session/rights.ts';
import { useSelf } from '../shared/session/session.ts';
import { menuFor } from '../shared/menu/menu.ts';

const SCREENS: Readonly<Record<string, ReturnType<typeof lazy>>> = {
  '/': lazy(async () => ({ default: (await import('../screens/dashboards/OverviewScreen.tsx')).OverviewScreen })),
  '/identity': lazy(async () => ({
    default: (await import('../screens/identity/IdentityScreen.tsx')).IdentityScreen,
  })),
  '/authenticators': lazy(async () => ({
    default: (await import('../screens/authenticators/AuthenticatorsScreen.tsx')).AuthenticatorsScreen,
  })),
  '/emails': lazy(async () => ({
    default: (await import('../screens/email-changes/EmailChangesScreen.tsx')).EmailChangesScreen,
  })),
  '/copies': lazy(async () => ({ default: (await import('../screens/copies/CopiesScreen.tsx')).CopiesScreen })),
  '/ranking': lazy(async () => ({ default: (await import('../screens/ranking/RankingScreen.tsx')).RankingScreen })),
  '/outbox': lazy(async () => ({ default: (await import('../screens/outbox/OutboxScreen.tsx')).OutboxScreen })),
  '/deposits': lazy(async () => ({ default: (await import('../screens/funding/DepositsScreen.tsx')).DepositsScreen })),
  '/withdrawals': lazy(async () => ({
    default: (await import('../screens/funding/WithdrawalsScreen.tsx')).WithdrawalsScreen,
  })),
  '/adjustments': lazy(async () => ({
    default: (await import('../screens/users/AdjustmentsScreen.tsx')).AdjustmentsScreen,
  })),
  '/rewards': lazy(async () => ({ default: (await import('../screens/users/RewardsScreen.tsx')).RewardsScreen })),
  '/proposals': lazy(async () => ({
    default: (await import('../screens/proposals/ProposalsScreen.tsx')).ProposalsScreen,
  })),
  '/support': lazy(async () => ({ default: (await import('../screens/support/SupportScreen.tsx')).SupportScreen })),
  '/bulkMessages': lazy(async () => ({
    default: (await import('../screens/bulk-messages/BulkMessagesScreen.tsx')).BulkMessagesScreen,
  })),
  '/feedback': lazy(async () => ({ default: (await import('../screens/support/FeedbackScreen.tsx')).FeedbackScreen })),
  '/tasks': lazy(async () => ({ default: (await import('../screens/users/TasksScreen.tsx')).TasksScreen })),
  '/users': lazy(async () => ({ default: (await import('../screens/users/UsersScreen.tsx')).UsersScreen })),
  '/staff': lazy(async () => ({ default: (await import('../screens/staff/StaffScreen.tsx')).StaffScreen })),
  '/positions': lazy(async () => ({
    default: (await import('../screens/trades/PositionsScreen.tsx')).PositionsScreen,
  })),
  '/orders': lazy(async () => ({ default: (await import('../screens/trades/OrdersScreen.tsx')).OrdersScreen })),
  '/exposure': lazy(async () => ({
    default: (await import('../screens/dashboards/ExposureScreen.tsx')).ExposureScreen,
  })),
  '/desk': lazy(async () => ({ default: (await import('../screens/dealing/DeskScreen.tsx')).DeskScreen })),
  '/result': lazy(async () => ({ default: (await import('../screens/dashboards/ResultScreen.tsx')).ResultScreen })),
  '/reports': lazy(async () => ({ default: (await import('../screens/reports/ReportsScreen.tsx')).ReportsScreen })),
  '/health': lazy(async () => ({ default: (await import('../screens/dashboards/HealthScreen.tsx')).HealthScreen })),
  '/processes': lazy(async () => ({
    default: (await import('../screens/processes/ProcessesScreen.tsx')).ProcessesScreen,
  })),
  '/instruments': lazy(async () => ({
    default: (await import('../screens/instruments/InstrumentsScreen.tsx')).InstrumentsScreen,
  })),
  '/groups': lazy(async () => ({ default: (await import('../screens/groups/GroupsScreen.tsx')).GroupsScreen })),
  '/calendars': lazy(async () => ({
    default: (await import('../screens/calendars/CalendarsScreen.tsx')).CalendarsScreen,
  })),
  '/catalogue': lazy(async () => ({
    default: (await import('../screens/catalogue/CatalogueScreen.tsx')).CatalogueScreen,
  })),
  '/funding': lazy(async () => ({ default: (await import('../screens/funding/TermsScreen.tsx')).TermsScreen })),
  '/settings': lazy(async () => ({
    default: (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
  })),
  '/news': lazy(async () => ({ default: (await import('../screens/content/NewsScreen.tsx')).NewsScreen })),
  '/announcement': lazy(async () => ({
    default: (await import('../screens/content/AnnouncementScreen.tsx')).AnnouncementScreen,
  })),
  '/companies': lazy(async () => ({
    default: (await import('../screens/content/CompaniesScreen.tsx')).CompaniesScreen,
  })),
  '/mails': lazy(async () => ({
    default: (await import('../screens/mail-texts/MailTextsScreen.tsx')).MailTextsScreen,
  })),
  '/audit': lazy(async () => ({ default: (await import('../screens/audit/AuditScreen.tsx')).AuditScreen })),
  '/changes': lazy(async () => ({ default: (await import('../screens/settings/ChangesScreen.tsx')).ChangesScreen })),
};
const User = lazy(async () => ({ default: (await import('../screens/users/UserScreen.tsx')).UserScreen }));
const Group = lazy(async () => ({ default: (await import('../screens/groups/GroupScreen.tsx')).GroupScreen }));
const GroupEditor = lazy(async () => ({ default: (await import('../screens/groups/GroupEditor.tsx')).GroupEditor }));
const NewsEditor = lazy(async () => ({ default: (await import('../screens/content/NewsEditor.tsx')).NewsEditor }));
const CalendarEditor = lazy(async () => ({
  default: (await import('../screens/calendars/CalendarEditor.tsx')).CalendarEditor,
}));
const Manual = lazy(async () => ({ default: (await import('../screens/manual/ManualScreen.tsx')).ManualScreen }));
const Self = lazy(async () => ({ default: (await import('../screens/staff/SelfScreen.tsx')).SelfScreen }));

/** Routes to the screens that the user's roles allow. Other addresses redirect to the first page. */
export function Screens(): ReactNode {
  const { roles } = useSelf();
  const entries = menuFor(roles).flatMap((group) => group.entries);
  const has = (name: string): boolean => entries.some(({ path }) => path === name);
  return (
    <Routes>
      {entries.map(({ path }) => {
        const Screen = SCREENS[path];
        return Screen === undefined ? null : <Route key={path} path={path} element={<Screen />} />;
      })}
      {has('/users') ? <Route path="/users/:id" element={<User />} /> : null}
      {has('/groups') ? <Route path="/groups/:id" element={<Group />} /> : null}
      {mayCall(roles, 'officeChangeGroup') ? <Route path="/groups/:id/edit" element={<GroupEditor />} /> : null}
      {mayCall(roles, 'officeAddGroup') ? <Route path="/groups/new" element={<GroupEditor />} /> : null}
      {has('/calendars') ? <Route path="/calendars/:name" element={<CalendarEditor />} /> : null}
      {has('/news') ? <Route path="/news/:id" element={<NewsEditor />} /> : null}
      <Route path="/self" element={<Self />} />
      <Route path="/manual/:section?" element={<Manual />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
