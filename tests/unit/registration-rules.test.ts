import fc from "fast-check";
import { expect, test } from "vitest";
import { parseForward } from "~/features/domains/forwarding";
import { parseNameservers } from "~/features/domains/nameservers";
import { parseContacts } from "~/features/domains/parse-contacts";
import { transferProgress } from "~/features/domains/transfer-progress";
import { kenya } from "~/lib/dates";
import { anyText } from "../support/any-text";

const domain = "neema.co.ke";
const rows = (...list: [host: string, addresses?: string][]) =>
	list.map(([host, addresses = ""]) => ({ host, addresses }));
const fieldsOf = (result: ReturnType<typeof parseNameservers>) =>
	result.ok ? null : Object.keys(result.error.fields ?? {});

test("nameservers are stored in lower case, with glue for those below the domain", () => {
	const parsed = parseNameservers(
		rows(["NS1.Example.com."], ["", ""], ["ns2.neema.co.ke", "192.0.2.53, 2001:DB8::53"]),
		domain,
	);
	expect(parsed).toEqual({
		ok: true,
		value: {
			nameservers: ["ns1.example.com", "ns2.neema.co.ke"],
			glue: [{ host: "ns2.neema.co.ke", addresses: ["192.0.2.53", "2001:db8::53"] }],
		},
	});
});

test.each([
	[rows(["ns1.example.com"]), ["host1"]],
	[rows(["ns1.example.com"], ["NS1.example.com."]), ["host1"]],
	[rows(["ns1.example.com"], ["neema.co.ke"]), ["host1"]],
	[rows(["ns1.example.com"], ["192.0.2.1"]), ["host1"]],
	[rows(["ns1.example.com"], ["not a name"]), ["host1"]],
	[rows(["ns1.example.com"], ["ns1.neema.co.ke"]), ["addresses1"]],
	[rows(["ns1.example.com", "192.0.2.1"], ["ns2.example.com"]), ["addresses0"]],
	[rows(["ns1.example.com"], ["ns1.neema.co.ke", "nowhere"]), ["addresses1"]],
])("%j is refused at %j", (list, fields) => {
	expect(fieldsOf(parseNameservers(list, domain))).toEqual(fields);
});

const forward = (host: string, target: string, present: Parameters<typeof parseForward>[2] = []) =>
	parseForward({ host, target, permanent: true }, domain, present);

test.each([
	["@", "example.com/shop", "https://example.com/shop"],
	["www", "HTTPS://Example.com", "https://example.com/"],
	["www", "https://neema.co.ke/", "https://neema.co.ke/"],
	["shop.neema.co.ke", "http://example.com:8080/", "http://example.com:8080/"],
])("%s is forwarded to %s", (host, target, href) => {
	expect(forward(host, target)).toMatchObject({ ok: true, value: { target: href } });
});

test.each([
	["@", "javascript:alert(1)", "target"],
	["@", "data:text/html,x", "target"],
	["@", "ftp://example.com", "target"],
	["@", "https://user:pass@example.com", "target"],
	["@", "https://localhost/", "target"],
	["@", "http://192.168.1.1/", "target"],
	["@", "https://neema.co.ke/other", "target"],
	["@", "https://exa mple.com", "target"],
	["*", "https://example.com", "host"],
	["www.example.com.", "https://example.com", "host"],
])("%s to %s is refused at its field %s", (host, target, field) => {
	expect(forward(host, target)).toMatchObject({ ok: false, error: { fields: { [field]: expect.any(String) } } });
});

test("two names can't forward to each other, and a name is forwarded only once", () => {
	const there = [{ host: "www", target: `https://${domain}/`, permanent: true }];
	expect(forward("@", `https://www.${domain}/`, there)).toMatchObject({ ok: false });
	expect(forward("www", "https://example.com", there)).toMatchObject({ ok: false });
});

test("no text makes these rules throw", () => {
	fc.assert(
		fc.property(anyText(40), anyText(40), (one, two) => {
			forward(one, two);
			parseNameservers(rows([one, two], [two, one]), domain);
		}),
		{ numRuns: 40 },
	);
});

const person = {
	...{ firstName: "Achieng", lastName: "Otieno", organisation: "", email: "Achieng@Example.com" },
	...{ phone: "0712 345 678", address: "P.O. Box 1", city: "Kisumu", country: "Kenya" },
};
const named = (role: string, fields: Record<string, string>) =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${role}.${name}`, value]));

test("the registrant is also the other contacts, unless different ones are given", () => {
	const alone = parseContacts(named("registrant", person));
	expect(alone).toMatchObject({ ok: true, value: { registrant: { phone: "+254712345678" }, admin: null, tech: null } });
	const both = parseContacts({
		...named("registrant", person),
		...named("tech", { ...person, city: "" }),
		"tech.own": "on",
	});
	expect(both).toMatchObject({ ok: false, error: { fields: { "tech.city": expect.any(String) } } });
	const withCode = parseContacts(named("registrant", { ...person, postalCode: "40100" }));
	expect(withCode).toMatchObject({ ok: true, value: { registrant: { postalCode: "40100" } } });
	const british = parseContacts(named("registrant", { ...person, country: "United Kingdom", phone: "+442079460000" }));
	expect(british).toMatchObject({ ok: false, error: { fields: { "registrant.postalCode": expect.any(String) } } });
	const wrong = parseContacts(named("registrant", { ...person, email: "nobody", phone: "call me" }));
	expect(Object.keys((!wrong.ok && wrong.error.fields) || {})).toEqual(["registrant.email", "registrant.phone"]);
});

test("a transfer shows the steps of its job", () => {
	const note = { reason: { code: "auth_code_refused", name: "tujenge.com" }, credit: null } as const;
	const states = (state: "queued" | "running" | "done" | "action_required") =>
		transferProgress([{ kind: "transfer_domain", state, note, message: null, needs: null }], kenya)?.map(
			(step) => step.state,
		);
	expect(states("queued")).toEqual(["done", "now", "later", "later"]);
	expect(states("running")).toEqual(["done", "done", "now", "later"]);
	expect(states("action_required")).toEqual(["done", "done", "problem", "later"]);
	const stuck = { kind: "transfer_domain", state: "action_required", note, message: null, needs: null } as const;
	expect(transferProgress([stuck], kenya)?.[2]?.note).toContain("The authorization code for tujenge.com");
	expect(states("done")).toEqual(["done", "done", "done", "done"]);
	expect(transferProgress([], kenya)).toBeNull();
});
