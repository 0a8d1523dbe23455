import { lazy } from 'react';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useSelf } from '../shared/session.ts';
import { menuFor } from './menu.ts';

const SCREENS: Readonly<Record<string, ReturnType<typeof lazy>>> = {
  '/': lazy(async () => ({ default: (await import('../features/dashboards/OverviewScreen.tsx')).OverviewScreen })),
  '/identity': lazy(async () => ({
    default: (await import('../features/identity/IdentityScreen.tsx')).IdentityScreen,
  })),
  '/ranking': lazy(async () => ({ default: (await import('../features/ranking/RankingScreen.tsx')).RankingScreen })),
  '/outbox': lazy(async () => ({ default: (await import('../features/outbox/OutboxScreen.tsx')).OutboxScreen })),
  '/deposits': lazy(async () => ({ default: (await import('../features/funding/DepositsScreen.tsx')).DepositsScreen })),
  '/withdrawals': lazy(async () => ({
    default: (await import('../features/funding/WithdrawalsScreen.tsx')).WithdrawalsScreen,
  })),
  '/adjustments': lazy(async () => ({
    default: (await import('../features/users/AdjustmentsScreen.tsx')).AdjustmentsScreen,
  })),
  '/support': lazy(async () => ({ default: (await import('../features/support/SupportScreen.tsx')).SupportScreen })),
  '/feedback': lazy(async () => ({ default: (await import('../features/support/FeedbackScreen.tsx')).FeedbackScreen })),
  '/users': lazy(async () => ({ default: (await import('../features/users/UsersScreen.tsx')).UsersScreen })),
  '/staff': lazy(async () => ({ default: (await import('../features/staff/StaffScreen.tsx')).StaffScreen })),
  '/exposure': lazy(async () => ({
    default: (await import('../features/dashboards/ExposureScreen.tsx')).ExposureScreen,
  })),
  '/result': lazy(async () => ({ default: (await import('../features/dashboards/ResultScreen.tsx')).ResultScreen })),
  '/health': lazy(async () => ({ default: (await import('../features/dashboards/HealthScreen.tsx')).HealthScreen })),
  '/instruments': lazy(async () => ({
    default: (await import('../features/instruments/InstrumentsScreen.tsx')).InstrumentsScreen,
  })),
  '/funding': lazy(async () => ({ default: (await import('../features/funding/TermsScreen.tsx')).TermsScreen })),
  '/settings': lazy(async () => ({
    default: (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
  })),
  '/news': lazy(async () => ({ default: (await import('../features/content/NewsScreen.tsx')).NewsScreen })),
  '/announcement': lazy(async () => ({
    default: (await import('../features/content/AnnouncementScreen.tsx')).AnnouncementScreen,
  })),
  '/companies': lazy(async () => ({
    default: (await import('../features/content/CompaniesScreen.tsx')).CompaniesScreen,
  })),
  '/audit': lazy(async () => ({ default: (await import('../features/audit/AuditScreen.tsx')).AuditScreen })),
  '/changes': lazy(async () => ({ default: (await import('../features/settings/ChangesScreen.tsx')).ChangesScreen })),
};
const User = lazy(async () => ({ default: (await import('../features/users/UserScreen.tsx')).UserScreen }));
const NewsEditor = lazy(async () => ({ default: (await import('../features/content/NewsEditor.tsx')).NewsEditor }));
const Self = lazy(async () => ({ default: (await import('../features/staff/SelfScreen.tsx')).SelfScreen }));

/** The screens of whoever is signed in; what one may not see leads to the first page. */
export function Screens(): ReactNode {
  const { roles } = useSelf();
  const entries = menuFor(roles).flatMap((group) => group.entries);
  return (
    <Routes>
      {entries.map(({ path }) => {
        const Screen = SCREENS[path];
        return Screen === undefined ? null : <Route key={path} path={path} element={<Screen />} />;
      })}
      {entries.some(({ path }) => path === '/users') ? <Route path="/users/:id" element={<User />} /> : null}
      {entries.some(({ path }) => path === '/news') ? <Route path="/news/:id" element={<NewsEditor />} /> : null}
      <Route path="/self" element={<Self />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
