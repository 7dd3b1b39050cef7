import { href, useLocation, useRouteLoaderData } from "react-router";
import { brand } from "~/brand";
import { describeError } from "../error-description";
import { ErrorPage } from "../error-page";

const overview = { href: href("/dashboard"), label: "Overview" };

const notInAccount = "It was moved or deleted, or it belongs to another account. Use the search above to find it.";

interface PageErrorProps {
	error: unknown;
	/** A link away from the error. */
	home?: { readonly href: string; readonly label: string };
	/** Replaces the storefront's 404 text, which suggests a domain search. */
	notFoundText?: string;
}

/** Shown instead of a page of the portal or the desk that failed to load. */
export function PageError({ error, home = overview, notFoundText = notInAccount }: PageErrorProps) {
	const { pathname, search } = useLocation();
	const root = useRouteLoaderData<{ requestId: string }>("root");
	const description = describeError(error, typeof navigator === "undefined" || navigator.onLine !== false);
	return (
		<>
			<title>{`${description.title} · ${brand.name}`}</title>
			<ErrorPage
				description={description.status === 404 ? { ...description, text: notFoundText } : description}
				requestId={root?.requestId}
				path={pathname + search}
				home={home}
			/>
		</>
	);
}
