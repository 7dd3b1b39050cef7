import { encodeHexLowerCase } from "@oslojs/encoding";

/** The secret part of an address for messages. Hex, because M-Pesa rejects addresses with words such as "sql" or "exe". */
export const createCallbackToken = (): string => encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(16)));
