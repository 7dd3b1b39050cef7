import { withParams } from "~/lib/address";
import type { Flash } from "~/lib/flash";
import type { ProjectChange } from "./projects.schema";

/**
 * The address after a change: the same list with the same row open. Without script it has the row as its fragment, so
 * that the browser scrolls to it.
 */
export function addressAfter(
	change: ProjectChange,
	{ pathname, searchParams }: URL,
	{ scripted }: { scripted: boolean },
) {
	const open = searchParams.get("open");
	const isOpenRowRemoved = change.intent === "remove" && change.id === open;
	const address = pathname + withParams(searchParams, isOpenRowRemoved ? { open: null } : {});
	return scripted || isOpenRowRemoved || !open ? address : `${address}#${encodeURIComponent(open)}`;
}

const nouns: Readonly<Record<string, string>> = { prj: "project", tsk: "task", pst: "post", fil: "file" };

/** The message after a removal, with its undo. Other changes are visible on the page. */
export function flashAfter(change: ProjectChange, address: string): Flash | null {
	if (change.intent !== "remove") return null;
	const message = `The ${nouns[change.id.slice(0, 3)]} was deleted.`;
	return { message, tone: "info", undo: { action: address, fields: { intent: "restore", id: change.id } } };
}
