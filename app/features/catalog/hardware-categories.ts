import type { Hardware, HardwareCategory } from "./product";

export const hardwareCategories: readonly { readonly id: HardwareCategory | "all"; readonly name: string }[] = [
	{ id: "all", name: "All Products" },
	{ id: "incotex", name: "Incotex" },
	{ id: "printers", name: "Thermal Printers" },
	{ id: "cash-drawers", name: "Cash Drawers" },
];

/** The drawings of components/hardware-drawing.tsx, as staff choose them. */
export const hardwareDrawings: Readonly<Record<Hardware["image"], string>> = {
	terminal: "Till with a screen",
	handheld: "Handheld till",
	printer: "Receipt printer",
	"portable-printer": "Small Bluetooth printer",
	drawer: "Cash drawer, closed",
	"open-drawer": "Cash drawer, open",
};
