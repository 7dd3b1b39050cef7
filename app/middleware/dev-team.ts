import type { RouterContextProvider } from "react-router";
import { servicesContext } from "~/context";
import { notFound } from "~/lib/responses";

/** The staff use-cases, for development. Throws a 404 where emails are really sent. */
export function devTeam(context: Readonly<RouterContextProvider>) {
	return context.get(servicesContext).teamStandIn ?? notFound();
}
