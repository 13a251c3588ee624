/** Key of the account's balance in the query cache. */
export const creditsKey = (connectionId: string) => ['credits', connectionId] as const;
