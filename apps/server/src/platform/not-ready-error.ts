/** Thrown when a part of the server does not answer for now. The caller may try again. */
export class NotReadyError extends Error {}
