/** All calls of the contract. A page loads this with the first call that its first screens do not make. */
export { calls } from '@fairlot/contract';
