import type { Currency } from "~/lib/money";

/** The account data that browsers get: `user` in the API and in local storage. */
export interface PublicUser {
	readonly id: string;
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly country: string;
	readonly currency: Currency;
}

/** Keeps only the fields that browsers may get. */
export function publicUser({ id, email, firstName, lastName, country, currency }: PublicUser): PublicUser {
	return { id, email, firstName, lastName, country, currency };
}
