/** Screens, or sections of the manual, where the steps of a new house are done. */
export const FIRST_STEP_PLACES = {
  second_administrator: '/staff',
  mail_sender: '/manual/first-steps',
  payment_terms: '/funding',
  simulated_market: '/manual/deposits',
  backups: '/manual/backups',
} as const;
