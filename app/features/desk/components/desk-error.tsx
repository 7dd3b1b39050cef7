import { href } from "react-router";
import { PageError } from "~/components/layout/portal/page-error";

/** Shown instead of a page of the desk that failed to load. */
export const DeskError = ({ error }: { error: unknown }) => (
	<PageError
		error={error}
		home={{ href: href("/desk"), label: "Desk" }}
		notFoundText="It was moved or deleted, or your roles don't include it."
	/>
);
