import { data } from "react-router";
import { servicesContext } from "~/context";
import { incomingFile } from "~/lib/multipart";
import { failureHeaders } from "~/lib/responses";
import { failureStatus } from "~/lib/result";
import { ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/upload-file";

/** Uploads with script, which shows the progress and needs JSON instead of a page. */
export async function action({ context, params, request }: Route.ActionArgs) {
	const { projects } = context.get(servicesContext);
	const done = await projects.files.add(ownerOf(context), params.projectId, await incomingFile(request));
	if (done.ok) return Response.json({ id: done.value.id }, { status: 201 });
	const { error } = done;
	return Response.json({ error: error.message }, { status: failureStatus[error.kind], headers: failureHeaders(error) });
}

export function loader() {
	throw data(null, { status: 405, headers: { Allow: "POST" } });
}
