import { downloadHeaders } from "~/lib/download";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/download-file";

/**
 * Downloads a customer's file, as an attachment so that it never renders as one of our pages. Supports resuming with
 * `Range`. Files never change, so the id is the ETag.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
	const etag = `"${params.fileId}"`;
	const ifRange = request.headers.get("If-Range");
	const range = ifRange === null || ifRange === etag ? request.headers.get("Range") : null;
	const [, file] = await asCustomer(context, ({ projects }, owner) =>
		projects.files.open(owner, params.projectId, params.fileId, range),
	);
	const { body, name, part, size, type } = file ?? notFound();
	const headers = new Headers({ ...downloadHeaders({ name, type }), "Accept-Ranges": "bytes" });
	if (part === "unsatisfiable") {
		headers.delete("Content-Type");
		headers.set("Content-Range", `bytes */${size}`);
		return new Response(null, { status: 416, headers });
	}
	headers.set("ETag", etag);
	headers.set("Content-Length", String(part?.length ?? size));
	if (!part) return new Response(body, { headers });
	headers.set("Content-Range", `bytes ${part.offset}-${part.offset + part.length - 1}/${size}`);
	return new Response(body, { status: 206, headers });
}
