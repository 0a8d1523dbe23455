// Screens that only links in mails lead to. They are loaded together, which keeps the start small.
export { ConfirmEmailScreen } from './confirm-email/ConfirmEmailScreen.tsx';
export { FreezeScreen } from './freeze/FreezeScreen.tsx';
export { StopMailScreen } from './stop-mail/StopMailScreen.tsx';
