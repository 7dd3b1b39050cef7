import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "~/context";
import { domainPageAt } from "~/features/domains/domain-pages";
import { whyClosed } from "~/features/domains/domain-standing";
import { ownerOf } from "./as-customer";
import { confirmedOwnerOf } from "./require-confirmation";

/**
 * As `requireConfirmationToRead`, for a page of a domain: nobody types a password to read that the page is closed. Its action
 * answers for itself.
 */
export const requireDomainConfirmation: MiddlewareFunction<Response> = async (
	{ request, url, context, params },
	next,
) => {
	if (request.method !== "GET" && request.method !== "HEAD") return next();
	const { portfolio } = context.get(servicesContext);
	// At once, so that the page's reads and this one are one round trip.
	const [response, domain] = await Promise.all([next(), portfolio.find(ownerOf(context), params.domainId ?? "")]);
	if (!domain || !whyClosed(domain, domainPageAt(url.pathname).open)) await confirmedOwnerOf(context, url);
	return response;
};
