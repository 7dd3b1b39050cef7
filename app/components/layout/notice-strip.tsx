import type { ReactNode } from "react";
import type { ShownAnnouncement } from "~/features/catalog/announcements";
import { cx } from "../ui/cx";

interface NoticeStripProps {
	/** The name of the strip, for screen readers. No other part of the page has it. */
	label: string;
	tone: "preview" | "announcement";
	/** Text of a link below or beside the notice, and where it leads. */
	link?: { readonly text: string; readonly to: string } | undefined;
	children: ReactNode;
}

const tones = { preview: "bg-indigo text-on-solid", announcement: "bg-band text-on-band" };

/** A notice above a page. It is part of the document from the start, so nothing moves. */
export function NoticeStrip({ label, tone, link, children }: NoticeStripProps) {
	return (
		<aside
			aria-label={label}
			className={cx(
				"flex min-h-11 flex-wrap items-center justify-center gap-x-3 px-4 text-center text-sm font-medium print:hidden",
				tones[tone],
			)}
		>
			<span className="py-2 wrap-anywhere">{children}</span>
			{link && (
				<a className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4" href={link.to}>
					{link.text}
				</a>
			)}
		</aside>
	);
}

export const Announcements = ({ announcements }: { announcements: readonly ShownAnnouncement[] }) =>
	announcements.map(({ id, text, link }, at) => (
		<NoticeStrip key={id} label={`Announcement ${at + 1}`} tone="announcement" link={link}>
			{text}
		</NoticeStrip>
	));
