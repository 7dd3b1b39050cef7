import { data } from "react-router";
import { servicesContext } from "~/context";
import { incomingFile } from "~/lib/multipart";
import { uploadAnswer } from "~/lib/responses";
import { ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/upload-file";

/** Uploads with script, which shows the progress and needs JSON instead of a page. */
export async function action({ context, params, request }: Route.ActionArgs) {
	const { projects } = context.get(servicesContext);
	const done = await projects.files.add(ownerOf(context), params.projectId, await incomingFile(request));
	return uploadAnswer(done);
}

export function loader() {
	throw data(null, { status: 405, headers: { Allow: "POST" } });
}
