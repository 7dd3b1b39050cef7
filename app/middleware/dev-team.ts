import type { RouterContextProvider } from "react-router";
import { servicesContext } from "~/context";
import { notFound } from "~/lib/responses";

/** What the shop's own people do, for whoever develops here. Anywhere else the pages that play them do not exist. */
export function devTeam(context: Readonly<RouterContextProvider>) {
	return context.get(servicesContext).teamStandIn ?? notFound();
}
