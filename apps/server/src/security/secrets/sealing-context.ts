/** The context of a sealed secret. It binds the secret to its owner: a value moved to another row does not open. */
export const userContext = (id: number | bigint): string => `authenticator of user ${id}`;
export const staffContext = (id: number | bigint): string => `authenticator of staff ${id}`;
export const cardContext = (user: number | bigint): string => `document of user ${user}`;
