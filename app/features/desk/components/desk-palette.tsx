import { href } from "react-router";
import { accountPage, type sectionsFor } from "~/desk-pages";
import { Palette } from "~/features/portal/components/palette";
import type { HitGroup } from "~/features/portal/search-view";

interface DeskPaletteProps {
	sections: ReturnType<typeof sectionsFor>;
	onClose: () => void;
}

/** What the search of `/desk/search` finds for those who may see the page. */
const found: readonly (readonly [page: string, things: readonly string[]])[] = [
	[href("/desk/customers"), ["customers"]],
	[href("/desk/domains"), ["domains"]],
	[href("/desk/invoices"), ["invoices", "receipts"]],
	[href("/desk/catalogue/prices"), ["products", "promo codes"]],
	[href("/desk/help"), ["help articles"]],
];

/** Longer texts are cut off. */
const mostNamed = 5;

/** Finds pages of the desk, and what is behind them. */
export default function DeskPalette({ sections, onClose }: DeskPaletteProps) {
	const pages = [
		...sections.flatMap(({ label, pages }) => pages.map((page) => ({ ...page, section: label }))),
		{ ...accountPage, section: "You" },
	];
	const named = ["pages", ...found.flatMap(([page, things]) => (pages.some((one) => one.href === page) ? things : []))];
	const label = `Search ${named
		.slice(0, mostNamed)
		.join(", ")
		.replace(/, ([^,]+)$/, " and $1")}`;
	return (
		<Palette
			label={label}
			placeholder={label}
			commandsFor={(text): readonly HitGroup[] => {
				const words = text.trim().toLowerCase();
				const hits = pages
					.filter(({ label, section }) => `${section} ${label}`.toLowerCase().includes(words))
					.map(({ href, label, section }) => ({ id: href, title: label, note: section, href }));
				return hits.length > 0 ? [{ title: "Pages", hits }] : [];
			}}
			address={href("/desk/search")}
			onClose={onClose}
		/>
	);
}
