import { expect, test } from "vitest";
import { findDifferences } from "~/features/domains/reconcile";
import { DAY } from "~/lib/durations";

const now = Date.UTC(2026, 10, 21);
const expiresAt = now + 100 * DAY;
const ours = ["ns1.kikoa.example", "ns2.kikoa.example"];
const theirs = ["ns1.example.net", "ns2.example.net"];

const kept = { registryId: "object-1", expiresAt, status: "active", delegation: "live", nameservers: ours } as const;
const domain = (more: Partial<Parameters<typeof findDifferences>[0]> = {}) =>
	({ ...kept, nameservers: [...ours], ...more }) as Parameters<typeof findDifferences>[0];
const registry = {
	name: "neema.com",
	object: { id: "object-1", since: 0 },
	expiry: expiresAt,
	nameservers: ours,
	locked: true,
	delegated: true,
};

test("a domain that matches its registry is not changed", () => {
	expect(findDifferences(domain(), registry, now)).toBeNull();
});

test("the registry's expiry date applies, and a domain past that date has expired", () => {
	expect(findDifferences(domain(), { ...registry, expiry: expiresAt + DAY }, now)).toEqual({
		expiresAt: expiresAt + DAY,
	});
	expect(findDifferences(domain(), { ...registry, expiry: now }, now)).toEqual({ expiresAt: now, status: "expired" });
	expect(findDifferences(domain({ status: "expired" }), registry, now)).toEqual({ status: "active" });
});

test("nameservers that were changed elsewhere are stored, unless our own change is pending", () => {
	expect(findDifferences(domain(), { ...registry, nameservers: theirs }, now)).toEqual({ nameservers: theirs });
	expect(findDifferences(domain({ delegation: "pending" }), { ...registry, nameservers: theirs }, now)).toBeNull();
	expect(findDifferences(domain(), { ...registry, nameservers: theirs, delegated: false }, now)).toBeNull();
});

test("our nameserver change is done when the registry lists the new nameservers", () => {
	expect(findDifferences(domain({ delegation: "pending" }), registry, now)).toEqual({ delegation: "live" });
});

test("registries may list nameservers in another order", () => {
	const reversed = { ...registry, nameservers: ours.toReversed() };
	expect(findDifferences(domain(), reversed, now)).toBeNull();
	expect(findDifferences(domain({ delegation: "pending" }), reversed, now)).toEqual({ delegation: "live" });
});

test("a missing registry id is stored with the rest", () => {
	expect(findDifferences(domain({ registryId: null }), registry, now)).toEqual({ registryId: "object-1" });
});
