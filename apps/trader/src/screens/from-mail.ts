// Screens that only links in mails lead to. They are loaded together, which keeps the start small.
export { ConfirmEmailScreen } from './confirm-email/ConfirmEmailScreen.tsx';
export { FreezeScreen } from './freeze/FreezeScreen.tsx';
export { StopStatementsScreen } from './stop-statements/StopStatementsScreen.tsx';
export { UnsubscribeScreen } from './unsubscribe/UnsubscribeScreen.tsx';
