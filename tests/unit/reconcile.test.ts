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

test("a domain that is as its registry says stays as it is", () => {
	expect(findDifferences(domain(), registry, now)).toBeNull();
});

test("the registry's end counts, and a name whose end has passed there has expired", () => {
	expect(findDifferences(domain(), { ...registry, expiry: expiresAt + DAY }, now)).toEqual({
		expiresAt: expiresAt + DAY,
	});
	expect(findDifferences(domain(), { ...registry, expiry: now }, now)).toEqual({ expiresAt: now, status: "expired" });
	expect(findDifferences(domain({ status: "expired" }), registry, now)).toEqual({ status: "active" });
});

test("nameservers that were changed elsewhere are taken over, but not while a change of ours is on its way", () => {
	expect(findDifferences(domain(), { ...registry, nameservers: theirs }, now)).toEqual({ nameservers: theirs });
	expect(findDifferences(domain({ delegation: "pending" }), { ...registry, nameservers: theirs }, now)).toBeNull();
	expect(findDifferences(domain(), { ...registry, nameservers: theirs, delegated: false }, now)).toBeNull();
});

test("a change of ours is done once the registry names the new nameservers", () => {
	expect(findDifferences(domain({ delegation: "pending" }), registry, now)).toEqual({ delegation: "live" });
});

test("an id that was never stored is taken over with the rest", () => {
	expect(findDifferences(domain({ registryId: null }), registry, now)).toEqual({ registryId: "object-1" });
});
