import { isRouteErrorResponse } from "react-router";
import { refusalIn, refusalTitle } from "~/lib/acting";
import { otherAccountIn } from "~/lib/page-account";

export interface ErrorDescription {
	readonly status: number | null;
	readonly title: string;
	readonly text: string;
	/** What the page offers next. */
	readonly help: "search" | "retry" | "sign-in" | "overview";
}

const offline: ErrorDescription = {
	status: null,
	title: "You are offline",
	text: "We couldn't load this page. Your cart is saved on this device. Check your connection and try again.",
	help: "retry",
};

const serverError: ErrorDescription = {
	status: 500,
	title: "Something went wrong on our side",
	text: "Please try again in a moment. If it keeps happening, call or write to us.",
	help: "retry",
};

const byStatus: Readonly<Record<number, ErrorDescription>> = {
	401: {
		status: 401,
		title: "Please sign in",
		text: "Sign in to see this page. We'll bring you right back here.",
		help: "sign-in",
	},
	403: {
		status: 403,
		title: "You can't open this page",
		text: "Your account doesn't have access to it. If you think this is a mistake, write to us.",
		help: "search",
	},
	404: {
		status: 404,
		title: "Page not found",
		text: "The page has moved or doesn't exist. Looking for a domain name? Search for it here.",
		help: "search",
	},
	429: {
		status: 429,
		title: "Too many requests",
		text: "We received too many requests from your network. Wait a minute, then try again.",
		help: "retry",
	},
	503: {
		status: 503,
		title: "We'll be right back",
		text: "Part of our site isn't responding right now. Please try again in a minute.",
		help: "retry",
	},
};

/** The text of the error page. Never the message of the error itself, which may hold internal details. */
export function describeError(error: unknown, online: boolean): ErrorDescription {
	if (isRouteErrorResponse(error)) {
		// For those who use an account that is not theirs.
		const refusal = error.status === 403 ? refusalIn(String(error.data)) : undefined;
		if (refusal) return { status: 403, title: refusalTitle, text: refusal, help: "search" };
		const otherAccount = otherAccountIn(error.data);
		if (otherAccount)
			return { status: error.status, title: "This was not sent", text: otherAccount.message, help: "overview" };
		const known = byStatus[error.status];
		if (known) return known;
		if (error.status < 500) {
			return {
				status: error.status,
				title: "That didn't work",
				text: "Something in the request wasn't right. Go back and try again.",
				help: "search",
			};
		}
		return { ...serverError, status: error.status };
	}
	return online ? serverError : offline;
}
