/** What went wrong, in the words of what was thrown; for logs and records, never for customers. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
