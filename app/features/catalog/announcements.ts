import { href } from "react-router";
import { currentCatalog, isPreview } from "./current";

/** Where an announcement can be. */
export const announcementPlaces = {
	everywhere: "Public pages and the portal",
	public: "Public pages",
	portal: "The portal",
} as const;

type PageKind = "public" | "portal";

/** A short text above the pages for a time. */
export interface Announcement {
	readonly id: string;
	readonly text: string;
	/** The path of a public page. */
	readonly link?: string;
	/** What the link says. Every link has it. */
	readonly linkText?: string;
	readonly place: keyof typeof announcementPlaces;
	/** In ms. Without it, from the publish. */
	readonly from?: number;
	/** In ms. The pages leave it out from then. */
	readonly until: number;
	/** Not on the pages any more. Only a draft has it, because a publish leaves the announcement out. */
	readonly removed?: true;
}

/** The most at the same time on a page, so that the page itself stays in sight on a phone. */
export const mostAnnouncements = 2;

const isOn = ({ place }: Announcement, kind: PageKind): boolean => place === "everywhere" || place === kind;

const startOf = ({ from }: Announcement): number => from ?? 0;

/** A preview also has those that begin later. */
const announcementsOn = (kind: PageKind, now: number): readonly Announcement[] =>
	currentCatalog().announcements.filter(
		(one) => isOn(one, kind) && !one.removed && now < one.until && (isPreview() || startOf(one) <= now),
	);

const shownOn = (kind: PageKind, now: number) =>
	announcementsOn(kind, now).map(({ id, text, link, linkText }) => ({
		...{ id, text },
		...(link && linkText && { link: { to: link, text: linkText } }),
	}));

export type ShownAnnouncement = ReturnType<typeof shownOn>[number];

const isIn = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`);

/** What the page of an address shows above everything else. The desk shows nothing, and the portal has its own place. */
export const announcementsAt = (path: string, now: number): readonly ShownAnnouncement[] =>
	isIn(href("/desk"), path) || isIn(href("/dashboard"), path) ? [] : shownOn("public", now);

/** What the portal shows below its bar. */
export const portalAnnouncements = (now: number): readonly ShownAnnouncement[] => shownOn("portal", now);

/** Differs whenever the public pages have other announcements. Empty if they have none. */
export function announcementMark(now: number): string {
	const shown = announcementsOn("public", now);
	return shown.length === 0 ? "" : `${currentCatalog().version}:${shown.map(({ id }) => id).join()}`;
}

/** Whether more than the most are at the same time on a page, now or later. */
export function isCrowded(announcements: readonly Announcement[], now: number): boolean {
	const kept = announcements.filter(({ removed, until }) => !removed && now < until);
	return (["public", "portal"] as const).some((kind) => {
		const on = kept.filter((one) => isOn(one, kind));
		return on.some((one) => {
			const start = startOf(one);
			return on.filter((other) => startOf(other) <= start && start < other.until).length > mostAnnouncements;
		});
	});
}
