import type { Page } from "@playwright/test";

interface Lists {
	cart?: readonly (object | null)[] | string;
	savedItems?: readonly (object | null)[] | string;
}

/** Fills the browser's storage before the first page opens. A string is stored unchanged. */
export async function storeCart(page: Page, lists: Lists): Promise<void> {
	const texts = Object.entries(lists).map(([key, list]) => [
		key,
		typeof list === "string" ? list : JSON.stringify(list),
	]);
	await page.addInitScript((entries) => {
		if (sessionStorage.getItem("stored")) return;
		sessionStorage.setItem("stored", "1");
		for (const [key, text] of entries) localStorage.setItem(key ?? "", text ?? "");
	}, texts);
}

export const domainItem = (domain: string, more: object = {}) => ({
	id: domain,
	productId: "domain-registration",
	category: "domain",
	name: domain,
	domain,
	tld: domain.slice(domain.indexOf(".") + 1),
	price: 1750,
	available: true,
	quantity: 1,
	...more,
});

export const printerItem = {
	id: "hardware-printer-network",
	productId: "hardware-printer-network",
	category: "hardware",
	name: "Network thermal printer, 80 mm",
	price: 24_900,
	available: true,
	quantity: 1,
};

export const businessItem = {
	id: "plan-business:annual",
	productId: "plan-business",
	category: "plan",
	name: "Business plan",
	term: "annual",
	price: 24_000,
	available: true,
	quantity: 1,
};

export const dotOrgItem = {
	id: "domain-003",
	productId: "domain-003",
	category: "extension",
	name: ".org",
	tld: "org",
	price: 1750,
	available: true,
	quantity: 1,
};
