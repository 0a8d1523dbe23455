/** All calls of the contract. A page loads this chunk with the first call that is not in `FIRST` of call-of.ts. */
export { calls } from '@fairlot/contract';
