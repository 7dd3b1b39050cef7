import { createContext } from "react";

/** The CSP nonce for inline scripts of pages rendered by the Worker. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
