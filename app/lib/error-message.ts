/** Message of a thrown value, for logs and database rows. Never show it to customers. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** "Error 503" as "Error 503.", for staff. Services end their messages with a full stop or without. */
export const asSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);
