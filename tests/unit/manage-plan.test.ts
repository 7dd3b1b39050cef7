import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { ManagePlan } from "~/features/hosting/components/manage-plan";
import { domainUsed, recordsToAdd } from "~/features/hosting/plan-domain";

const plan = {
	id: "hst_1",
	name: "Business Hosting",
	type: "web" as const,
	domain: null as string | null,
	domainName: null as string | null,
	connecting: false,
	status: "active" as const,
	ip: null,
	runByStaff: false,
	notice: null,
	unpaid: null,
};

function render(props: Partial<Parameters<typeof ManagePlan>[0]>): string {
	const page = createElement(ManagePlan, { plan, proof: null, records: [], ...props });
	const router = createMemoryRouter([{ path: "/", element: page }]);
	return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test("a domain that another plan uses is moved with a second button, which says for which domain", () => {
	expect(render({ typed: "duka.com" })).not.toContain("Move the domain");
	const message = domainUsed("duka.com", "Starter", "Business Hosting");
	const failure = { kind: "conflict" as const, message, code: "domain_used" as const, fields: { domain: message } };
	const html = render({ typed: "duka.com", failure });
	expect(html).toContain("If you move it to Business Hosting, its website and email on Starter stop working.");
	expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Leave it there</);
	expect(html).toMatch(/<button[^>]*value="duka.com" name="move"/);
});

test("the page of a plan that does not run says why, and leads to the payment or to us", () => {
	const suspended = { ...plan, status: "suspended" as const };
	const unpaid = { title: "Its renewal is not paid.", text: "Pay to use it again." };
	expect(render({ plan: { ...suspended, unpaid } })).toMatch(/not paid.*open=hst_1#renew"[^>]*>Pay</);
	const notice = { title: "It is suspended.", text: "Reason: Spam." };
	expect(render({ plan: { ...suspended, notice } })).toMatch(/Reason: Spam.*"\/dashboard\/support\/new"/);
});

test("a plan that was ordered for such a domain offers the move instead of the TXT record", () => {
	const own = { ...plan, domain: "duka.com", domainName: "duka.com" };
	const record = { name: "_hosting-check.duka.com", value: "hosting-check=1" };
	const proof = { record, isCheckedAutomatically: true, usedBy: null as string | null };
	expect(render({ plan: own, proof })).toContain("_hosting-check.duka.com");
	const used = render({ plan: own, proof: { ...proof, usedBy: "Starter" } });
	expect(used).toContain(domainUsed("duka.com", "Starter", "Business Hosting"));
	expect(used).not.toContain("_hosting-check");
	expect(used).toMatch(/value="set-domain".*name="domain" value="duka.com".*<button[^>]*value="duka.com" name="move"/);
});

test("the question about a domain tells two plans of the same name apart", () => {
	expect(domainUsed("duka.com", "Starter", "Starter")).toBe(
		"duka.com is in use by your other plan Starter. If you move it to this plan, its website and email on that plan stop working. Your files and messages stay on that plan.",
	);
});

test("a domain whose DNS is elsewhere is told its records, and no nameservers of ours, which do not know it", () => {
	const of = { type: "web" as const, domain: "duka.com", ip: "192.0.2.7" };
	expect(recordsToAdd(of).map(({ name }) => name)).toEqual(["A @", "CNAME www", "MX @", "TXT @"]);
	expect(recordsToAdd({ ...of, type: "email" }).map(({ name }) => name)).toEqual(["MX @", "TXT @"]);
	const html = render({ plan: { ...plan, ip: of.ip }, records: recordsToAdd(of) });
	expect(html).toMatch(/A @<.*192\.0\.2\.7.*CNAME www<.*duka\.com/);
	for (const host of brand.nameservers) expect(html).not.toContain(host);
	expect(render({})).toContain("The server&#x27;s address is not assigned yet.");
});

test("a plan that staff run has no control panel and no password, but a way to write to them", () => {
	expect(render({})).toContain("Open the control panel");
	const html = render({ plan: { ...plan, runByStaff: true } });
	expect(html).not.toMatch(/control panel/i);
	expect(html).toContain('href="/dashboard/support/new"');
	expect(html).toContain("Use this domain");
});
