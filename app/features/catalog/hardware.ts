import { kes } from "~/lib/money";
import type { Hardware, HardwareCategory } from "./product";

export const hardwareCategories: readonly { readonly id: HardwareCategory | "all"; readonly name: string }[] = [
	{ id: "all", name: "All Products" },
	{ id: "incotex", name: "Incotex" },
	{ id: "printers", name: "Thermal Printers" },
	{ id: "cash-drawers", name: "Cash Drawers" },
];

/** Prices, categories and ratings come from the price list. It has no model names, so the names describe the device. */
export const hardware: readonly Hardware[] = [
	{
		id: "hardware-pos-terminal",
		kind: "hardware",
		category: "incotex",
		name: "Incotex touch POS terminal",
		description: "A complete till: touch screen, customer display and receipt printer in one.",
		prices: { once: { KES: kes(69_900) } },
		features: ["15-inch touch screen", "Customer display", "Built-in receipt printer", "2-year warranty"],
		image: "terminal",
		rating: 4.9,
	},
	{
		id: "hardware-printer-network",
		kind: "hardware",
		category: "printers",
		name: "Network thermal printer, 80 mm",
		description: "Fast receipts for a counter or a kitchen, shared over the network.",
		prices: { once: { KES: kes(24_900) } },
		features: ["80 mm paper", "USB and Ethernet", "Automatic cutter", "2-year warranty"],
		image: "printer",
		rating: 4.7,
	},
	{
		id: "hardware-drawer-standard",
		kind: "hardware",
		category: "cash-drawers",
		name: "Cash drawer, standard",
		description: "Steel drawer that opens with the receipt.",
		prices: { once: { KES: kes(18_900) } },
		features: ["4 note and 8 coin trays", "Opens by printer", "3-position lock", "2-year warranty"],
		image: "drawer",
		rating: 4.6,
	},
	{
		id: "hardware-pos-portable",
		kind: "hardware",
		category: "incotex",
		name: "Incotex portable POS",
		description: "A handheld till for stalls, deliveries and events.",
		prices: { once: { KES: kes(45_900) } },
		features: ["Works on 4G and Wi-Fi", "Built-in 58 mm printer", "Rechargeable battery", "2-year warranty"],
		image: "handheld",
		rating: 4.8,
	},
	{
		id: "hardware-printer-bluetooth",
		kind: "hardware",
		category: "printers",
		name: "Bluetooth thermal printer, 58 mm",
		description: "Small receipts from a phone or a tablet.",
		prices: { once: { KES: kes(18_900) } },
		features: ["58 mm paper", "Bluetooth and USB", "Rechargeable battery", "2-year warranty"],
		image: "portable-printer",
		rating: 4.5,
	},
	{
		id: "hardware-drawer-heavy",
		kind: "hardware",
		category: "cash-drawers",
		name: "Cash drawer, heavy duty",
		description: "For tills that open all day.",
		prices: { once: { KES: kes(21_900) } },
		features: ["5 note and 8 coin trays", "Steel rollers", "Media slots", "2-year warranty"],
		image: "open-drawer",
		rating: 4.7,
	},
];
