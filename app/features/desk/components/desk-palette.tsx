import { href } from "react-router";
import { accountPage, type sectionsFor } from "~/desk-pages";
import { Palette } from "~/features/portal/components/palette";
import type { HitGroup } from "~/features/portal/search-view";

interface DeskPaletteProps {
	sections: ReturnType<typeof sectionsFor>;
	onClose: () => void;
}

/** Finds pages of the desk, customers, domains, invoices and payments. */
export default function DeskPalette({ sections, onClose }: DeskPaletteProps) {
	const pages = [
		...sections.flatMap(({ label, pages }) => pages.map((page) => ({ ...page, section: label }))),
		{ ...accountPage, section: "You" },
	];
	return (
		<Palette
			label="Search pages, customers, domains, invoices and receipts"
			placeholder="Search pages, customers, domains, invoices and receipts"
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
