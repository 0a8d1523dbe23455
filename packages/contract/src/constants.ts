/** Constants of the specification, sections 4 and 9, that both sides rely on. */
export const HEARTBEAT_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 5_000;
/** A connection with more unanswered pings than this is dead. */
export const MISSED_PINGS_LIMIT = 2;
export const PULL_TO_REFRESH_MS = 500;
export const HOME_SKELETON_ROWS = 10;
export const HOLDING_SHEET_HEIGHT_PERCENT = 60;
export const OTHER_SHEET_HEIGHT_PERCENT = 38;
export const SEND_CODE_COUNTDOWN_S = 60;
/** Header that carries the idempotency key: 8 to 64 letters, digits, - or _. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,64}$/;
/** Longest text that a user writes: a chat message, feedback. */
export const USER_TEXT_MAX = 2000;
/** Days for which the chosen company is remembered: 3 years. */
export const COMPANY_COOKIE_DAYS = 1095;
/** Cookie that holds the number of the chosen company. */
export const COMPANY_COOKIE = 'company_id';
/** The title of a site that only demonstrates. */
export const DEMO_TITLE = 'DEMO';
/** Longest document that a user saves in one section, in UTF-16 units of its JSON text. */
export const SECTION_MAX = 32_768;
