import type { RouterContextProvider } from "react-router";
import { servicesContext } from "~/context";
import { notFound } from "~/lib/responses";

/** The mails kept on this machine. Wherever mails are really sent, the pages that show them do not exist. */
export function devInbox(context: Readonly<RouterContextProvider>) {
	return context.get(servicesContext).inbox ?? notFound();
}
