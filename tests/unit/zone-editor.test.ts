import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ZoneEditor } from "~/features/dns/components/zone-editor";
import type { ZoneView } from "~/features/dns/zone-view";
import { routeTable } from "../support/route-table";

const empty: ZoneView = {
	...{ domain: "neema.co.ke", version: 0, usesOtherNameservers: false, publishing: false, warnings: [] },
	...{ total: 0, next: null, filter: { type: undefined, q: "" } },
	...{ records: [], edited: null, saved: null, changes: [] },
};

const EmptyZone = () => createElement(ZoneEditor, { zone: empty, values: {} });

test("every link in the editor of an empty zone leads to an address of the site", () => {
	// One route for the whole address, as in app/routes.ts, because relative links depend on it.
	const Stub = createRoutesStub([
		{
			path: "/dashboard/domains/:domainId/dns",
			Component: EmptyZone,
		},
	]);
	const page = renderToStaticMarkup(createElement(Stub, { initialEntries: ["/dashboard/domains/dom_1/dns"] }));
	const links = [...page.matchAll(/<a [^>]*?href="([^"?#]+)[^"]*"[^>]*>([^<]+)/g)].map(
		([, address = "", text = ""]) => ({
			address,
			text,
		}),
	);
	expect(links.filter(({ text }) => text === "Use a template")).toHaveLength(2);
	const known = routeTable.map(({ pattern }) => pattern.replace(":domainId", "dom_1"));
	expect(links.filter(({ address }) => !known.includes(address))).toEqual([]);
});
