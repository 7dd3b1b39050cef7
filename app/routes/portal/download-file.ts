import { attachment } from "~/lib/content-disposition";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/download-file";

/** A customer's file: to be saved, never shown as a page of ours. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const [, file] = await asCustomer(context, ({ projects }, owner) =>
		projects.files.open(owner, params.projectId, params.fileId),
	);
	const { body, name, size, type } = file ?? notFound();
	return new Response(body, {
		headers: {
			"Content-Type": type,
			"Content-Length": String(size),
			"Content-Disposition": attachment(name),
			"Content-Security-Policy": "sandbox; default-src 'none'",
			"X-Content-Type-Options": "nosniff",
			"Cache-Control": "private, no-store",
		},
	});
}
