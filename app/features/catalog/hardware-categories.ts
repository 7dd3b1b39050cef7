import type { HardwareCategory } from "./product";

export const hardwareCategories: readonly { readonly id: HardwareCategory | "all"; readonly name: string }[] = [
	{ id: "all", name: "All Products" },
	{ id: "incotex", name: "Incotex" },
	{ id: "printers", name: "Thermal Printers" },
	{ id: "cash-drawers", name: "Cash Drawers" },
];
