import type { DeskHandle } from "~/features/staff/desk-handle";
import { notFound } from "~/lib/responses";

export const handle = { desk: { view: null } } satisfies DeskHandle;

export function loader() {
	notFound();
}

export function action() {
	notFound();
}

export default function Unknown() {
	return null;
}
