import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "~/context";
import { type Flash, flashHeaders } from "~/lib/flash";

/** Goes to a page of the portal or the desk, which says once what the form did. A reload does not say it again. */
export const redirectWith = (context: Readonly<RouterContextProvider>, to: string, flash: Flash) =>
	redirect(to, { status: 303, headers: flashHeaders(context.get(servicesContext).config.APP_ORIGIN, flash) });
