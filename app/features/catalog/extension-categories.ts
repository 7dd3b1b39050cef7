/** Groups of the extensions that we sell, for the filter of the search. */
export const extensionCategories = [
	{ id: "africa", name: "Kenya and Africa", tlds: ["co.ke", "africa", "co.za", "ng", "tz", "ug"] },
	{ id: "popular", name: "Popular everywhere", tlds: ["com", "net", "org", "info", "biz", "me", "co"] },
	{ id: "technology", name: "Technology", tlds: ["ai", "io", "tech", "app", "dev", "cloud"] },
	{ id: "business", name: "Shops and business", tlds: ["store", "shop", "online", "site", "xyz", "icu"] },
] as const satisfies readonly { id: string; name: string; tlds: readonly string[] }[];
