import { createContext } from "react-router";
import type { Client } from "~/features/accounts/client";
import type { Viewer } from "~/features/accounts/customer";
import type { Services } from "./services.server";

/** The services of this request. */
export const servicesContext = createContext<Services>();

/** The random value that this response's inline scripts carry. */
export const nonceContext = createContext<string>();

/** Names this request in the log and on an error page. */
export const requestIdContext = createContext<string>();

/** From where: React Router hands actions a request that has lost it. */
export const clientContext = createContext<Client>();

/** Who is asking; set for every page by the outermost middleware. */
export const viewerContext = createContext<Viewer>();
