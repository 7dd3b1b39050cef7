import { notFound } from "~/lib/responses";

export function loader() {
	notFound();
}

export default function Unknown() {
	return null;
}
