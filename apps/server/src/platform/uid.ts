// The office turns typed uids into numbers by the same rule.
export { uidOf, userOfUid } from '@fairlot/contract';
