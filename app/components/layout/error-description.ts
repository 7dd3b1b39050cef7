import { isRouteErrorResponse } from "react-router";

export interface ErrorDescription {
	readonly status: number | null;
	readonly title: string;
	readonly text: string;
	/** What the page offers next. */
	readonly help: "search" | "retry" | "sign-in";
}

const offline: ErrorDescription = {
	status: null,
	title: "You are offline",
	text: "This page could not be fetched. Your cart is safe on this device. Check the connection, then try again.",
	help: "retry",
};

const serverError: ErrorDescription = {
	status: 500,
	title: "Something broke on our side",
	text: "It is not your fault, and we have been told. Try again in a moment; if it stays, call or write to us.",
	help: "retry",
};

const byStatus: Readonly<Record<number, ErrorDescription>> = {
	401: {
		status: 401,
		title: "Please sign in",
		text: "This page belongs to an account. Sign in, and you will come back to it.",
		help: "sign-in",
	},
	403: {
		status: 403,
		title: "This is not yours to open",
		text: "Your account may not open this page. If you think it should, write to us.",
		help: "search",
	},
	404: {
		status: 404,
		title: "There is nothing at this address",
		text: "The page has moved, or never was. The name may still be free, though: look it up.",
		help: "search",
	},
	429: {
		status: 429,
		title: "That was a lot at once",
		text: "We answer only so many requests a minute from one place. Wait a minute, then try again.",
		help: "retry",
	},
	503: {
		status: 503,
		title: "We will be right back",
		text: "A part of the shop does not answer at the moment. Nothing you did is lost. Try again in a minute.",
		help: "retry",
	},
};

/** The text of the error page. Never the message of the error itself, which may hold internal details. */
export function describeError(error: unknown, online: boolean): ErrorDescription {
	if (isRouteErrorResponse(error)) {
		const known = byStatus[error.status];
		if (known) return known;
		if (error.status < 500) {
			return {
				status: error.status,
				title: "That did not work",
				text: "The address or what was sent with it is not as it should be. Go back and try again.",
				help: "search",
			};
		}
		return { ...serverError, status: error.status };
	}
	return online ? serverError : offline;
}
