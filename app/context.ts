import { createContext } from "react-router";
import type { Client } from "~/features/accounts/client";
import type { Viewer } from "~/features/accounts/customer";
import type { CartState } from "~/features/cart/cart-cookie";
import type { ShownSearch } from "~/features/domains/components/search-context";
import type { StaffViewer } from "~/features/staff/staff-sessions.server";
import type { Services } from "./services.server";

/** The services of this request. */
export const servicesContext = createContext<Services>();

/** The CSP nonce for inline scripts of this response. */
export const nonceContext = createContext<string>();

/** Id of this request, in the log and on error pages. */
export const requestIdContext = createContext<string>();

/** The client's network details. Set here, because React Router gives actions a new request without them. */
export const clientContext = createContext<Client>();

/** The visitor or customer. Set by the outermost middleware. */
export const viewerContext = createContext<Viewer>();

/** The visitor or person at the desk. Set by the middleware of the desk's routes. */
export const staffContext = createContext<StaffViewer>();

/** The cart that this request's action has just changed, which its cookie does not have yet. */
export const changedCartContext = createContext<CartState | null>(null);

/** The search that the page shows. Not loader data, which React Router serialises for the browser. */
export const searchContext = createContext<ShownSearch | null>(null);
