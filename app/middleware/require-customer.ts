import { data, href, type MiddlewareFunction, redirectDocument } from "react-router";
import { viewerContext } from "~/context";
import { memberRoleOf } from "~/lib/acting";
import { createBoundedLog } from "~/lib/bounded-log.server";
import { readForm } from "~/lib/form-data";
import { maskedPath } from "~/lib/masked-path";
import { accessEnded, otherAccount } from "~/lib/page-account";
import { isDataRequest } from "~/lib/responses";
import { readResubmission } from "~/lib/resubmission";
import { type Failure, failureStatus } from "~/lib/result";

/** A row's id, as `createId` makes them. */
const rowInPath = /\/([a-z]{3}_\w+)/;

/** Bytes. No form of an address that names no row of the account is larger. */
const largestForm = 256 * 1024;

/** Not an upload, whose address names a row of the account anyway. */
const isPlainForm = ({ headers }: Request): boolean =>
	headers.get("Content-Type")?.toLowerCase().startsWith("application/x-www-form-urlencoded") === true &&
	Number(headers.get("Content-Length") ?? Number.NaN) <= largestForm;

const refused = (failure: Failure) => data(failure, { status: failureStatus[failure.kind] });

const logMissingRow = createBoundedLog("row_not_in_account");

/**
 * Requires a valid session. Loaders run in parallel with the session check, so that all queries share one round trip.
 * Their queries check the owner and find nothing without a valid session, and the response is only sent if the check
 * succeeds. Actions wait for the check. If the session has ended, a form sent without script is shown again with its
 * fields (components/layout/signed-out-form.tsx). With script the page stays (keep-page.ts), also if the form was made for
 * another account.
 */
export const requireCustomer: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	const viewer = context.get(viewerContext);
	const signIn = () => redirectDocument(`${href("/login")}?next=${encodeURIComponent(url.pathname + url.search)}`);
	const reading = request.method === "GET" || request.method === "HEAD";
	if (!reading) {
		const sender = await viewer.customer();
		if (!sender && url.pathname === href("/dashboard/stop")) throw signIn();
		if (!sender && memberRoleOf(viewer.owner)) throw refused(accessEnded());
		if (!sender) throw isDataRequest(request) ? signIn() : data(await readResubmission(request, url), { status: 401 });
		// Going back to the own account is right in every tab.
		const isChecked = url.pathname !== href("/dashboard/stop") && isPlainForm(request);
		const failure = isChecked ? otherAccount(await readForm(request.clone()), sender) : null;
		if (failure) throw refused(failure);
	}
	if (viewer.owner === null) throw signIn();
	const [response, customer] = await Promise.all([next(), viewer.customer()]);
	if (!customer) throw signIn();
	const [, rowId] = rowInPath.exec(url.pathname) ?? [];
	if (response.status === 404 && rowId) {
		// Not a database row: a flood must not fill the log that customers read.
		logMissingRow({ accountId: customer.id, method: request.method, path: maskedPath(url.pathname), rowId });
	}
	response.headers.set("Cache-Control", "private, no-store");
	return response;
};
