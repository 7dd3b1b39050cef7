import type { MiddlewareHandler } from "hono";
import { clientOf } from "~/features/accounts/client";
import { publishedCatalog } from "~/features/catalog/published-catalog.server";
import { withCatalog } from "~/features/catalog/scope.server";
import { wantsPreview } from "~/features/catalog-desk/preview-cookie";
import type { Services } from "~/services.server";
import type { HttpEnv } from "./http-env";

type CatalogServices = Pick<Services, "catalogDesk" | "catalogStore" | "clock" | "waitUntil">;

/** Of this isolate. */
const published = publishedCatalog();

const currentOf = ({ catalogStore, catalogDesk, clock, waitUntil }: CatalogServices) =>
	published.current({ store: catalogStore, fromDatabase: catalogDesk.published, now: clock(), waitUntil });

/** Runs a batch of messages or a cron with the published catalogue. */
export async function inPublishedCatalog<T>(services: CatalogServices, run: () => T): Promise<Awaited<T>> {
	return await withCatalog(await currentOf(services), run);
}

/** Runs a request with the published catalogue, or with the draft for staff who preview it. */
export const chooseCatalog: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const services = c.get("services");
	const { APP_ORIGIN } = c.get("config");
	const cookie = c.req.header("Cookie") ?? null;
	// Forms never use the draft, so that nothing is ordered at its prices.
	const mayPreview = (c.req.method === "GET" || c.req.method === "HEAD") && wantsPreview(APP_ORIGIN, cookie);
	const client = clientOf(c.req.raw, APP_ORIGIN);
	const viewer = mayPreview ? services.staff.sessions.viewer({ cookie, client, requestId: c.get("requestId") }) : null;
	const draft = viewer?.session ? await services.catalogDesk.preview(viewer.session) : null;
	await withCatalog(draft ?? (await currentOf(services)), next);
};
