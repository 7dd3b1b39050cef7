import { useRouteLoaderData } from "react-router";
import { pageAccountField } from "~/lib/page-account";
import { HiddenFields } from "./hidden-fields";

/**
 * For a form whose address names no row of the account, so that also without script, and before the page's script has
 * started, it reaches only the account that its page shows. The portal's script adds it to all other forms.
 */
export function PageAccount() {
	const account = useRouteLoaderData<{ readonly account: string }>("routes/portal/layout")?.account;
	return <HiddenFields values={{ [pageAccountField]: account }} />;
}
