import { formsOf, type HtmlButton, type HtmlField, type HtmlForm } from "./forms";
import type { Page } from "./plain-browser";
import { isPrivate, routeTable } from "./route-table";

/** A form on a page, with one of its buttons. */
export interface PortalForm {
	/** Identifies the form whatever its row: action, hidden fields, other fields, button. */
	readonly key: string;
	/** Address pattern of its action. */
	readonly pattern: string;
	readonly page: Page;
	readonly form: HtmlForm;
	readonly button: HtmlButton;
}

const anywhere = "https://shop.test";

const patterns = routeTable
	.map((entry) => ({
		...entry,
		fits: new RegExp(`^${entry.pattern.replace(/\./g, "\\.").replace(/:\w+/g, "[^/]+")}$`),
	}))
	.sort((one, other) => one.pattern.split(":").length - other.pattern.split(":").length);

/** The route table's entry for the address. */
export const routeAt = (address: string) => patterns.find(({ fits }) => fits.test(new URL(address, anywhere).pathname));

/** The prefix of a row's id, or a word as it is. Empty for numbers and keys. */
function kindOf(value: string): string {
	if (/^[a-z]{3}_/.test(value)) return value.slice(0, 4);
	return /^[a-z-]{1,20}$/i.test(value) ? value : "";
}

/** Every form of a page that changes portal data, once per button. */
export function portalForms(page: Page): PortalForm[] {
	return formsOf(page.html).flatMap((form) => {
		const pattern = routeAt(new URL(form.action || page.address, `${anywhere}${page.address}`).pathname)?.pattern;
		if (form.method !== "post" || !pattern || !/^\/(dashboard|orders|logout)\b/.test(pattern)) return [];
		const hidden = form.fields.filter(({ type }) => type === "hidden");
		const others = form.fields.filter(({ type }) => type !== "hidden");
		return form.buttons.map((button) => {
			const parts = [
				pattern,
				...hidden.map(({ name, value }) => `${name}=${kindOf(value)}`),
				[...new Set(others.map(({ name }) => name))].join(),
				button.name && `${button.name}=${button.value}`,
			];
			return { key: parts.filter(Boolean).join(" "), pattern, page, form, button };
		});
	});
}

export const isTyped = ({ type, readOnly }: HtmlField): boolean =>
	!readOnly && /^(text|search|email|tel|url|password|textarea|number|date)$/.test(type);

/** Portal pages that a page links to, without other pages of the same list. */
export const linksWithin = ({ address, html }: Page): string[] =>
	[...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].flatMap(([, href = ""]) => {
		const { origin, pathname, search, searchParams } = new URL(href.replaceAll("&amp;", "&"), `${anywhere}${address}`);
		const route = routeAt(pathname);
		const opens = [...searchParams.keys()].every((name) => /^(tab|open|add|edit|use|to)$/.test(name));
		const leads = route === undefined || (route.page && isPrivate(route.pattern));
		return origin === anywhere && leads && opens ? [pathname + search] : [];
	});

type Sent = readonly (readonly [name: string, value: unknown])[];

/** Describes what is wrong with the response to a refused form. */
export function refusalProblems(answer: Page, { key }: PortalForm, sent: Sent): string[] {
	const { status, type, html } = answer;
	if (status < 400 || status >= 500 || type !== "text/html") return [`is answered ${status} ${type}`];
	const again = portalForms(answer).find((form) => form.key === key)?.form;
	if (!again) return ["is gone from the page that refuses it"];
	const problems: string[] = [];
	if (!again.fields.some(({ invalid }) => invalid)) problems.push("has no message at a field");
	if (hidesItsMessage(html)) problems.push("has its message inside something closed");
	for (const { name, type, value, checked } of again.fields) {
		// Passwords and codes must be typed again.
		if (!name || /hidden|password|file/.test(type) || name === "code") continue;
		const values = sent.flatMap(([field, text]) => (field === name ? [String(text)] : []));
		const kept = /checkbox|radio/.test(type) ? checked === values.includes(value) : values.includes(value);
		if (!kept) problems.push(`does not keep ${name}: ${String(values).slice(0, 40)} became ${value.slice(0, 40)}`);
	}
	return problems;
}

function hidesItsMessage(html: string): boolean {
	const before = html.slice(0, html.indexOf('aria-invalid="true"'));
	const open: boolean[] = [];
	for (const [tag] of before.matchAll(/<\/?details\b[^>]*>/g)) {
		if (tag.startsWith("</")) open.pop();
		else open.push(/\sopen=/.test(tag));
	}
	return open.includes(false);
}
