import { href, redirect } from "react-router";
import { servicesContext } from "~/context";
import { download } from "~/lib/download";
import { customerOf } from "~/middleware/as-customer";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/download-data";

const page = href("/dashboard/account-settings/your-data");

/** Only a form can start the download. */
export const loader = () => redirect(page);

export async function action({ context }: Route.ActionArgs) {
	const owner = await confirmedOwnerOf(context, { pathname: page, search: "" });
	const made = await context.get(servicesContext).dataExport.download(await customerOf(context), owner);
	if (!made.ok) return redirect(`${page}?failed=${made.error.kind}`);
	return download(made.value.stream, { name: made.value.fileName, type: "application/zip" });
}
