import { expect, test } from "vitest";
import { domainIn } from "~/features/domains/domain-in";

test.each([
	["tujenge.com expires on 4 Dec 2026", "tujenge.com"],
	["Registration of mamakahawa.co.ke, 1 year", "mamakahawa.co.ke"],
	["Business (duka.africa)", "duka.africa"],
	["Renewal of Duka.COM", "duka.com"],
	["“duka.co.ke” is yours.", "duka.co.ke"],
	["café.com is renewed", "xn--caf-dma.com"],
	["xn--caf-dma.com is renewed", "xn--caf-dma.com"],
	["From old.com to new.com", "old.com"],
])("the name in “%s” is %s", (text, name) => {
	expect(domainIn(text)).toBe(name);
});

test.each([
	"Starter package, one year",
	"Write to amina@duka.com",
	"https://duka.com/cart",
	"Visa •••• 4242",
	"Node.js hosting",
	"Ksh 1,890.50",
	"ns1.duka.com",
	"...",
	"",
])("there is no name in “%s”", (text) => {
	expect(domainIn(text)).toBeNull();
});
