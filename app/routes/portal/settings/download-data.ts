import { href, redirect } from "react-router";
import { servicesContext } from "~/context";
import { exportsPerDay } from "~/features/data-export/data-export";
import { download } from "~/lib/download";
import type { Failure } from "~/lib/result";
import { customerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/download-data";

const page = href("/dashboard/account-settings/your-data");

const messageOf = ({ kind, message }: Failure): string => {
	if (kind === "rate_limited") return `You can download your data ${exportsPerDay} times a day. Try again tomorrow.`;
	return kind === "unavailable" ? "We can't prepare your download right now. Please try again in a minute." : message;
};

/** Only a form can start the download. */
export const loader = () => redirect(page);

export async function action({ context }: Route.ActionArgs) {
	const owner = await confirmedOwnerOf(context, { pathname: page, search: "" });
	const made = await context.get(servicesContext).dataExport.download(await customerOf(context), owner);
	if (!made.ok) return redirectWith(context, page, { message: messageOf(made.error), tone: "error" });
	return download(made.value.stream, { name: made.value.fileName, type: "application/zip" });
}
