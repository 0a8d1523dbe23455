/** Sections of the operator’s manual that say what to do, by trouble. */
export const REMEDIES = {
  notReady: 'fairlottradingstopped',
  clock: 'fairlotclockjumped',
  proxy: 'fairlotproxyunnamed',
  roles: 'fairlotrolesnotparted',
  doubt: 'fairlotquotesindoubt',
  stale: 'fairlotquotesstale',
  held: 'fairlotmailheld',
  failed: 'fairlotmailfailed',
  stuck: 'fairlotrecordsstuck',
  without: 'fairlotquotesmissing',
  calendarEnded: 'fairlotcalendarends',
  calendarEndsSoon: 'fairlotcalendarends',
  backupMissing: 'fairlotbackupmissing',
  backupOld: 'fairlotbackupold',
  backupFailed: 'fairlotbackuptrouble',
} as const;
