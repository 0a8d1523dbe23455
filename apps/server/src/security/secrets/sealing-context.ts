/** The context of a sealed secret. It binds the secret to its owner: a value moved to another row does not open. */
export const userContext = (id: number | bigint): string => `authenticator of user ${id}`;
export const staffContext = (id: number | bigint): string => `authenticator of staff ${id}`;
export const cardContext = (user: number | bigint): string => `document of user ${user}`;
export const recoveryContext = (user: number | bigint): string => `recovery code of user ${user}`;
export const personKeyContext = (user: number | bigint): string => `key of user ${user}`;
/** The number of the key is not known before it is stored. */
export const textKeyContext = 'key of a text';
export const personTextContext = (key: string): string => `text of ${key}`;
