/** Event on `document` after islands/live-form.ts has replaced a part of the page. */
export const pageReplaced = "page:replaced";

/** Parses the server's answer. DOMParser makes elements of what is in `noscript`, so that is removed. */
export function parsePage(html: string): Document {
	const page = new DOMParser().parseFromString(html, "text/html");
	for (const element of page.querySelectorAll("noscript")) element.remove();
	return page;
}
