/** Constants of the specification, sections 4 and 9, that server and client share. */
export const HEARTBEAT_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 5_000;
/** The client closes a connection with more unanswered pings than this. */
export const MISSED_PINGS_LIMIT = 2;
export const PULL_TO_REFRESH_MS = 500;
export const HOME_SKELETON_ROWS = 10;
export const HOLDING_SHEET_HEIGHT_PERCENT = 60;
export const OTHER_SHEET_HEIGHT_PERCENT = 38;
export const SEND_CODE_COUNTDOWN_S = 60;
/**
 * Header that carries the idempotency key: 8 to 64 letters, digits, - or _. A key is honoured for 90 days (KEY_LIFE_MS of
 * the domain). A UUIDv7 says when it was made, and is refused as key_expired when that is longer ago.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,64}$/;
/** Most characters of a text by a user: a chat message, feedback. */
export const USER_TEXT_MAX = 2000;
/** Lifetime of the company cookie in days: 3 years. */
export const COMPANY_COOKIE_DAYS = 1095;
/** Cookie with the number of the chosen company. */
export const COMPANY_COOKIE = 'company_id';
/** Title of a demonstration site. */
export const DEMO_TITLE = 'DEMO';
/** Most UTF-16 units in the JSON text of one saved section. */
export const SECTION_MAX = 32_768;
