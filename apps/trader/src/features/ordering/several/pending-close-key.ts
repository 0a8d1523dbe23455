/** Key of the browser's storage for a close of several positions whose outcome is not known. */
export const PENDING_CLOSE_KEY = 'fairlot.close';
