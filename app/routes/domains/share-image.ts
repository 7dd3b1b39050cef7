import { parseDomainName } from "~/features/domains/domain-name";
import { shareImage } from "~/features/domains/share-image";
import { notFound } from "~/lib/responses";
import type { Route } from "./+types/share-image";

const extension = ".svg";

/** The image of any name, also of one that we don't manage. It shows nothing but the name. */
export function loader({ params: { file } }: Route.LoaderArgs) {
	const name = parseDomainName(file.slice(0, -extension.length));
	// Only the canonical form, so that each image has one address.
	if (!name.ok || `${name.value.ascii}${extension}` !== file) notFound();
	return new Response(shareImage(name.value), {
		headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
	});
}
