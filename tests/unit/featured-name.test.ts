import { expect, test } from "vitest";
import { toAnswer } from "~/features/domains/answer";
import { parseSearch } from "~/features/domains/domain-name";
import { chooseFeatured, featuredCandidates } from "~/features/domains/featured-name";
import type { RegistryState } from "~/platform/registrar/registrar";

function candidatesFor(text: string) {
	const search = parseSearch(text);
	if (!search.ok) throw new Error(search.error.message);
	return featuredCandidates(search.value);
}

/** @param states of the names under these extensions. The others have no answer yet. */
function featuredOf(text: string, states: Readonly<Record<string, RegistryState>>) {
	const answers = Object.entries(states).map(([tld, state]) => {
		const name = `${text.split(".")[0]}.${tld}`;
		return [name, toAnswer({ name, state, source: "test", checkedAt: 1 })] as const;
	});
	const chosen = chooseFeatured(candidatesFor(text), new Map(answers));
	return chosen ? chosen.domain : chosen;
}

test.each([
	["neema", ["neema.co.ke", "neema.com", "neema.africa"]],
	["neema.africa", ["neema.africa", "neema.co.ke", "neema.com"]],
	["neema.io", ["neema.io", "neema.co.ke", "neema.com", "neema.africa"]],
	["neema.paris", ["neema.co.ke", "neema.com", "neema.africa"]],
	["bücher", ["xn--bcher-kva.com"]],
])("the names that may be featured for %s, best first", (text, expected) => {
	expect(candidatesFor(text).map(({ ascii }) => ascii)).toEqual(expected);
});

test.each<[string, Record<string, RegistryState>, string | null | undefined]>([
	["neema", { "co.ke": "available" }, "neema.co.ke"],
	["neema", { com: "available", africa: "available" }, undefined],
	["neema", { "co.ke": "taken", com: "available" }, "neema.com"],
	["neema", { "co.ke": "taken", africa: "available" }, undefined],
	["neema", { "co.ke": "unknown", com: "reserved", africa: "available" }, "neema.africa"],
	["neema", { "co.ke": "taken", com: "premium", africa: "available" }, "neema.africa"],
	["neema", { "co.ke": "taken", com: "premium", africa: "taken" }, "neema.com"],
	["neema", { "co.ke": "taken", com: "taken", africa: "unknown" }, null],
	["neema.io", { io: "premium" }, "neema.io"],
	["neema.io", { io: "taken", "co.ke": "available" }, "neema.co.ke"],
	["neema.io", { io: "taken", "co.ke": "taken", com: "taken", africa: "taken" }, null],
])("for %s with the answers %o, %s is featured", (text, states, expected) => {
	expect(featuredOf(text, states)).toBe(expected);
});
