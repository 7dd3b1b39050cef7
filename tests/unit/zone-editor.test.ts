import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ZoneEditor } from "~/features/dns/components/zone-editor";
import type { ZoneView } from "~/features/dns/zone-view";
import { routeTable } from "../support/route-table";

const empty: ZoneView = {
	...{ domain: "neema.co.ke", version: 0, usesOtherNameservers: false, dnssec: null, publishing: false, warnings: [] },
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

test("the editor shows the switch of DNSSEC, its state and the DS record, in a form that works without script", () => {
	const digest = "4dc1c732d9bf997e4147c4aa188fbd1fd40ecab62331f94a59f1a49803b74d05";
	const ds = [{ keyTag: 43529, algorithm: 13, digestType: 2, digest, text: `neema.co.ke. IN DS 43529 13 2 ${digest}` }];
	const render = (dnssec: ZoneView["dnssec"]) => {
		const Component = () => createElement(ZoneEditor, { zone: { ...empty, dnssec }, values: {} });
		const Stub = createRoutesStub([{ path: "/dashboard/domains/:domainId/dns", Component }]);
		return renderToStaticMarkup(createElement(Stub, { initialEntries: ["/dashboard/domains/dom_1/dns"] }));
	};
	const waiting = render({ state: "waiting", on: true, until: null, ds });
	for (const part of ["Waiting for the registry", digest, 'aria-checked="true" value="off"'])
		expect(waiting).toContain(part);
	expect(waiting).toMatch(/<form [^>]*method="post"><input type="hidden" name="intent" value="dnssec"/);
	const off = render({ state: "off", on: false, until: null, ds: [] });
	expect(off).toContain('aria-checked="false" value="on"');
	expect(off).not.toContain("Key tag");
	expect(render({ state: "expiring", on: false, until: "3 May 2027, 08:00", ds: [] })).toContain(
		"DNSSEC is off from 3 May 2027, 08:00.",
	);
	expect(render(null)).not.toContain("DNSSEC");
});
