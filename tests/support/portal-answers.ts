import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { totpCode, totpStep } from "~/lib/totp";
import type { HtmlField, HtmlForm } from "./forms";
import type { Page } from "./plain-browser";

export const newPassword = "upepo wa pwani 2026";

/** Values to type into required fields, and into fields whose form would otherwise change nothing. */
const typed: Readonly<Record<string, string>> = {
	firstName: "Amina",
	phone: "+254712345678",
	name: "Mamba",
	subject: "Nameservers",
	body: "Karibu",
	email: "amani.new@example.org",
	address: "Moi Avenue 5",
	city: "Nairobi",
	host: "promo",
	target: "https://example.com/promo",
	host0: "ns1.example.com",
	host1: "ns2.example.com",
	text: "matrix 3600 IN TXT x",
	newPassword,
	confirmPassword: newPassword,
	confirmation: "DELETE",
};

/** Value of each record type, and its name if the type needs a special one. */
const records: Readonly<Record<string, { name?: string; value: string }>> = {
	A: { value: "192.0.2.7" },
	AAAA: { value: "2001:db8::7" },
	CNAME: { name: "shop", value: "example.com" },
	MX: { value: "mail.example.com" },
	TXT: { value: "hello" },
	NS: { name: "sub", value: "ns1.example.com" },
	SRV: { name: "_sip._tcp", value: "sip.example.com" },
	CAA: { value: "letsencrypt.org" },
};

const numbers: Readonly<Record<string, string>> = {
	priority: "10",
	weight: "5",
	port: "443",
	tag: "issue",
	flags: "0",
};

/** A customer's answers to a form of the portal, by the names of its fields. */
export function fillForm({ fields }: HtmlForm, page: Page, password: string): [string, string | File][] {
	const type = fields.find(({ name }) => name === "type")?.value ?? "";
	const alone = !fields.some(({ type }) => type === "textarea");
	const changes = fields.some(({ name }) => name === "recordId");
	return fields.flatMap((field): [string, string | File][] => {
		const { name, value, checked } = field;
		if (!name) return [];
		switch (field.type) {
			case "file":
				return [[name, alone ? new File(["%PDF-1.7\nhello"], "brief.pdf") : new File([], "")]];
			case "hidden":
				return [[name, value]];
			case "checkbox":
				// Toggled, because saving the current value would change nothing.
				return /\.own$/.test(name) || checked ? [] : [[name, value]];
			case "radio":
				return checked || field === firstUnchosen(fields, name) ? [[name, value]] : [];
			case "select":
				return [[name, chosen(field)]];
		}
		if (/^(password|currentPassword)$/.test(name)) return [[name, password]];
		if (name === "code") return [[name, codeFrom(page)]];
		if (name === "name" && page.address.endsWith("/delete")) return [[name, heading(page)]];
		const record = records[type];
		if (record && name === "name") return [[name, changes ? value : (record.name ?? `n${type.toLowerCase()}`)]];
		if (record && name === "value") return [[name, record.value]];
		return [[name, typed[name.replace(/^.*\./, "")] ?? (value || (numbers[name] ?? ""))]];
	});
}

/** The first of a group of radio buttons in which none is checked. */
function firstUnchosen(fields: readonly HtmlField[], name: string): HtmlField | undefined {
	const group = fields.filter((field) => field.type === "radio" && field.name === name);
	return group.some(({ checked }) => checked) ? undefined : group[0];
}

/** Another option than the current one, except for fields that change the form or delete data. */
function chosen({ name, value, options }: HtmlField): string {
	if (/country$|^ttl$|^mode$/.test(name)) return value;
	return options.find((option) => option !== value && option !== "") ?? value;
}

const heading = ({ html }: Page) => html.match(/<h1[^>]*>([^<]+)/)?.[1] ?? "";

/** The current code for the key on the page. */
function codeFrom({ html }: Page): string {
	const key = html.match(/<code[^>]*>([A-Z2-7 ]+)<\/code>/)?.[1] ?? "";
	return totpCode(decodeBase32IgnorePadding(key.replaceAll(" ", "")), totpStep(Date.now()));
}
