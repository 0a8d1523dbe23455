/** Storage key of the user who wants push messages on this device. */
export const PUSH_KEY = 'fairlot.push';
