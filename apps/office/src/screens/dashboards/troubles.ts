import type { StaffOutput } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { Text } from '../../shared/language/text.ts';
import type { REMEDIES } from '../../shared/manual/remedies.ts';

type Health = StaffOutput<'officeHealth'>;

export interface Trouble {
  readonly name: keyof typeof REMEDIES;
  readonly text: string;
}

/** A calendar that ends within this many days needs an update of the program now. */
const SOON_DAYS = 60;

/** The troubles of the server, the most urgent first. */
export function troublesOf(t: Text, data: Health): readonly Trouble[] {
  const ends = (test: (daysLeft: number) => boolean): string => calendarsOf(data, test);
  const [ended, soon] = [ends((days) => days < 0), ends((days) => days >= 0 && days < SOON_DAYS)];
  const { backups } = data;
  const down = data.sources
    .filter(({ phase }) => phase !== 'live')
    .map(({ name }) => name)
    .join(', ');
  return [
    ...when(!data.tradingReady, 'notReady', () => t('health.notReady')),
    ...when(data.clockOffMs !== null, 'clock', () =>
      t('health.clock', { seconds: Math.round((data.clockOffMs ?? 0) / 1000) }),
    ),
    ...when(data.unnamedProxy !== null, 'proxy', () => t('health.proxy', { address: data.unnamedProxy ?? '' })),
    ...when(!data.databaseRolesParted, 'roles', () => t('health.roles')),
    ...when(backups?.overdue === true && backups.newestAt === null, 'backupMissing', () => t('health.backupMissing')),
    ...when(backups?.overdue === true && backups.newestAt !== null, 'backupOld', () => t('health.backupOld')),
    ...when((backups?.failed.length ?? 0) > 0, 'backupFailed', () =>
      t('health.backupFailed', { works: (backups?.failed ?? []).map((work) => t(`backupWork.${work}`)).join(', ') }),
    ),
    ...when(data.inDoubt.length > 0, 'doubt', () => t('health.doubt', { codes: data.inDoubt.join(', ') })),
    ...when(data.sourceless.length > 0, 'sourceless', () =>
      t('health.sourceless', { codes: data.sourceless.join(', ') }),
    ),
    ...when(down !== '', 'sourceDown', () => t('health.sourceDown', { names: down })),
    ...when(data.stale.length > 0, 'stale', () => t('health.stale', { codes: data.stale.join(', ') })),
    ...when(data.exposureAlarms.length > 0, 'exposure', () =>
      t('health.exposure', { codes: data.exposureAlarms.join(', ') }),
    ),
    ...when(data.outbox.held > 0, 'held', () => t('health.held', { messages: data.outbox.held })),
    ...when(data.outbox.failed > 0, 'failed', () => t('health.failed', { messages: data.outbox.failed })),
    ...when(data.stuck.total > 0, 'stuck', () => t('health.stuck', { records: data.stuck.total })),
    ...when(data.withoutQuote.length > 0, 'without', () =>
      t('health.without', { codes: data.withoutQuote.join(', ') }),
    ),
    ...when(ended !== '', 'calendarEnded', () => t('health.calendarEnded', { calendars: ended })),
    ...when(soon !== '', 'calendarEndsSoon', () => t('health.calendarEndsSoon', { calendars: soon })),
  ];
}

/** Calendars that end within two years, but not soon: a notice, and no trouble. */
export function endingLater(data: Health): string {
  return calendarsOf(data, (days) => days >= SOON_DAYS);
}

function calendarsOf({ endingCalendars }: Health, test: (daysLeft: number) => boolean): string {
  return endingCalendars
    .filter(({ daysLeft }) => test(daysLeft))
    .map(({ calendar, lastDay }) => isolate(`${calendar} (${lastDay})`))
    .join(', ');
}

function when(isSo: boolean, name: Trouble['name'], text: () => string): readonly Trouble[] {
  return isSo ? [{ name, text: text() }] : [];
}
