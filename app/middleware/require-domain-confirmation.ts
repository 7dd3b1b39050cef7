import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "~/context";
import { domainPageAt } from "~/features/domains/domain-pages";
import { findRestriction } from "~/features/domains/domain-restriction";
import { ownerOf } from "./as-customer";
import { confirmedOwnerOf } from "./require-confirmation";

/**
 * Like `requireConfirmationToRead`, for pages of a domain. Skips the confirmation if the domain's status does not allow
 * the page, because the page then only says so.
 */
export const requireDomainConfirmation: MiddlewareFunction<Response> = async (
	{ request, url, context, params },
	next,
) => {
	if (request.method !== "GET" && request.method !== "HEAD") return next();
	const { portfolio } = context.get(servicesContext);
	// In parallel, so that the page's queries and this one share one round trip.
	const [response, domain] = await Promise.all([next(), portfolio.find(ownerOf(context), params.domainId ?? "")]);
	if (!domain || !findRestriction(domain, domainPageAt(url.pathname).statuses)) await confirmedOwnerOf(context, url);
	return response;
};
