import { useState } from "react";
import { href, useFetcher } from "react-router";
import { DialogLink } from "~/components/ui/dialog-link";
import { portalInitialExtensions } from "~/features/catalog/portal-extensions";
import { RegisterSearch, type RegisterSearchData } from "./register-search";

const noSearch: RegisterSearchData = { q: null, tlds: portalInitialExtensions, problem: null, results: [] };

/** The Register Domain page as a dialog. Resets when it closes. */
export function RegisterDialog() {
	const [visit, setVisit] = useState(0);
	return (
		<DialogLink
			href={href("/dashboard/domains/register")}
			label="Register Domain"
			short="Register"
			onClose={() => setVisit(visit + 1)}
		>
			<Search key={visit} visit={visit} />
		</DialogLink>
	);
}

function Search({ visit }: { visit: number }) {
	const fetcher = useFetcher<RegisterSearchData>({ key: `register ${visit}` });
	return <RegisterSearch {...(fetcher.data ?? noSearch)} Form={fetcher.Form} busy={fetcher.state !== "idle"} />;
}
