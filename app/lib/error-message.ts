/** Message of a thrown value, for logs and database rows. Never show it to customers. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
