import { href, useLocation, useRouteLoaderData } from "react-router";
import { brand } from "~/brand";
import { describeError } from "../error-description";
import { ErrorPage } from "../error-page";

const overview = { href: href("/dashboard"), label: "Overview" };

/** The public page's words invite to a search for a name, which makes no sense in here. */
const missing =
	"It was moved or deleted, or it belongs to another account. The search above finds everything of yours.";

/** What stands in a portal page's place when it could not be shown. */
export function RoomError({ error }: { error: unknown }) {
	const { pathname, search } = useLocation();
	const root = useRouteLoaderData<{ requestId: string }>("root");
	const description = describeError(error, typeof navigator === "undefined" || navigator.onLine !== false);
	return (
		<>
			<title>{`${description.title} · ${brand.name}`}</title>
			<ErrorPage
				description={description.status === 404 ? { ...description, text: missing } : description}
				requestId={root?.requestId}
				path={pathname + search}
				home={overview}
			/>
		</>
	);
}
