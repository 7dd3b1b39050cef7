import { expect, test } from "vitest";
import { planTemplate, previewTemplate } from "~/features/dns/plan-template";
import type { ZoneRecord } from "~/features/dns/record";
import { findTemplate, templates } from "~/features/dns/templates";

const origin = "neema.co.ke";
const record = (type: ZoneRecord["type"], name: string, value: string, priority: number | null = null): ZoneRecord => ({
	...{ type, name, value, priority, ttl: 300 },
});
const fieldOf = (id: string) => ({ "kikoa-hosting": "192.0.2.40", "github-pages": "neema.github.io" })[id];

const plan = (id: string, present: readonly ZoneRecord[], field?: string) => {
	const template = findTemplate(id);
	if (!template) throw new Error(id);
	const asked = field ?? fieldOf(id) ?? template.field?.suggestion?.(origin, "") ?? "";
	return planTemplate(template, present, origin, asked);
};

test.each(templates.map(({ id }) => id))(
	"the template %s fits an empty zone, and applying it again changes nothing",
	(id) => {
		const first = plan(id, []);
		if (!first.ok) throw new Error(first.error.message);
		expect(first.value.removed).toEqual([]);
		const second = plan(id, first.value.zone);
		expect(second.ok && [second.value.added, second.value.removed]).toEqual([[], []]);
	},
);

test("a template removes only the records that conflict with it", () => {
	const present = [
		record("A", "@", "192.0.2.1"),
		record("MX", "@", "old.example.com", 10),
		record("TXT", "@", "v=spf1 include:old.example.com -all"),
		record("TXT", "@", "google-site-verification=abc"),
		record("CNAME", "www", "old.example.com"),
		record("A", "autodiscover", "192.0.2.2"),
	];
	const mail = plan("google-workspace", present);
	expect(mail.ok && mail.value.removed.map(({ value }) => value)).toEqual([
		"old.example.com",
		"v=spf1 include:old.example.com -all",
	]);
	expect(mail.ok && mail.value.zone.map(({ value }) => value)).toContain("google-site-verification=abc");
	const site = plan("shopify", present);
	expect(site.ok && site.value.removed.map(({ type, name }) => `${type} ${name}`)).toEqual(["A @", "CNAME www"]);
	const office = plan("microsoft-365", present);
	expect(office.ok && office.value.removed.map(({ name }) => name)).toContain("autodiscover");
	expect(office.ok && office.value.added.map(({ value }) => value)).toContain(
		"neema-co-ke.mail.protection.outlook.com",
	);
});

test("a template checks the values that it needs", () => {
	expect(plan("kikoa-hosting", [], "not an address")).toMatchObject({
		ok: false,
		error: { fields: { field: expect.any(String) } },
	});
	expect(plan("github-pages", [], "https://github.com/neema")).toMatchObject({ ok: false });
});

test("a template shows our suggestions, then what was typed, and no change until all its values are there", () => {
	const shown = (id: string, typed: string | undefined, planIp = "") => {
		const template = findTemplate(id);
		if (!template) throw new Error(id);
		return previewTemplate(template, { origin, present: [] }, typed, planIp);
	};
	expect(shown("kikoa-hosting", undefined)).toEqual({ id: "kikoa-hosting", field: "", change: null, problem: null });
	expect(shown("kikoa-hosting", undefined, "192.0.2.40")).toMatchObject({ field: "192.0.2.40", problem: null });
	expect(shown("kikoa-hosting", undefined, "192.0.2.40").change?.added).toHaveLength(4);
	expect(shown("kikoa-hosting", "")).toMatchObject({ field: "", change: null, problem: expect.any(String) });
	expect(shown("microsoft-365", undefined).field).toBe("neema-co-ke.mail.protection.outlook.com");
	expect(shown("no-mail", undefined).change?.added).toHaveLength(3);
});
