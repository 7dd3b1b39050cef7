import { createContext } from "react";

/** The random value that the inline scripts of a page rendered by the Worker carry; unknown in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
