import type { RouterContextProvider } from "react-router";
import { servicesContext } from "~/context";
import { notFound } from "~/lib/responses";

/** The local inbox. Throws a 404 where emails are really sent. */
export function devInbox(context: Readonly<RouterContextProvider>) {
	return context.get(servicesContext).inbox ?? notFound();
}
