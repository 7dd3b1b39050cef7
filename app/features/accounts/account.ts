import type { Currency } from "~/lib/money";

/** What the browser may know of an account: the `user` of the API, and of the hints in local storage. */
export interface PublicUser {
	readonly id: string;
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly country: string;
	readonly currency: Currency;
}

/** What a browser may know of its own account; everything else of the row stays here. */
export function publicUser({ id, email, firstName, lastName, country, currency }: PublicUser): PublicUser {
	return { id, email, firstName, lastName, country, currency };
}
