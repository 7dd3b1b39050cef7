import { createRequestHandler } from "react-router";

/** The server-rendered pages. */
export const renderPage = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);
