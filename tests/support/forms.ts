import { decodeEntities } from "../../scripts/share/entities";

/** What a browser would send for one control. */
export interface HtmlField {
	readonly name: string;
	/** `text`, `hidden`, `checkbox`, `select`, `textarea` … */
	readonly type: string;
	readonly value: string;
	/** Of a checkbox or radio button. */
	readonly checked: boolean;
	readonly required: boolean;
	readonly readOnly: boolean;
	readonly invalid: boolean;
	/** Maximum length in characters. */
	readonly maxLength: number | null;
	/** Values of a select that can be chosen. */
	readonly options: readonly string[];
}

export interface HtmlButton {
	readonly name: string;
	readonly value: string;
	readonly text: string;
}

export interface HtmlForm {
	/** As in the HTML. Empty for the page's own address. */
	readonly action: string;
	readonly method: string;
	readonly multipart: boolean;
	/** Without disabled fields, because they are not sent. */
	readonly fields: readonly HtmlField[];
	/** Enabled submit buttons. */
	readonly buttons: readonly HtmlButton[];
}

type FormBuilder = Omit<HtmlForm, "fields" | "buttons"> & { id: string; fields: HtmlField[]; buttons: HtmlButton[] };

const tags = /<(\/?)(form|fieldset|input|select|textarea|button)(?=[\s/>])((?:[^>"]|"[^"]*")*)>/g;

/** The forms of a page as a browser without script sees them. Reads HTML as React writes it. */
export function formsOf(html: string): HtmlForm[] {
	const forms: FormBuilder[] = [];
	const off: boolean[] = [];
	let current: FormBuilder | undefined;
	for (const { 1: closing, 2: tag, 3: text = "", index, 0: whole } of html.matchAll(tags)) {
		if (tag === "form") {
			current = closing ? undefined : newForm(attributesOf(text));
			if (current) forms.push(current);
		} else if (tag === "fieldset") {
			if (closing) off.pop();
			else off.push("disabled" in attributesOf(text));
		} else if (!closing) {
			const attributes = attributesOf(text);
			const owner = attributes.form ? forms.find(({ id }) => id === attributes.form) : current;
			if (!owner || "disabled" in attributes || off.includes(true)) continue;
			const inside = html.slice(index + whole.length, html.indexOf(`</${tag}>`, index));
			if (tag === "button") addButton(owner, attributes, inside);
			else owner.fields.push(fieldOf(tag ?? "", attributes, inside));
		}
	}
	return forms.map(({ id: _, ...form }) => form);
}

function newForm({ id = "", action = "", method = "get", enctype = "" }: Record<string, string>): FormBuilder {
	const multipart = /multipart/.test(enctype);
	return { id, action, method: method.toLowerCase(), multipart, fields: [], buttons: [] };
}

function addButton(
	{ buttons }: FormBuilder,
	{ type = "submit", name = "", value = "" }: Record<string, string>,
	inside: string,
) {
	if (type !== "submit") return;
	buttons.push({
		name,
		value,
		text: decodeEntities(inside.replace(/<[^>]*>/g, " "))
			.replace(/\s+/g, " ")
			.trim(),
	});
}

function fieldOf(tag: string, attributes: Record<string, string>, inside: string): HtmlField {
	const { name = "", type = tag === "input" ? "text" : tag, value } = attributes;
	const options = [...inside.matchAll(/<option\b((?:[^>"]|"[^"]*")*)>([^<]*)/g)].map(([, text = "", shown = ""]) => ({
		value: decodeEntities(shown),
		...attributesOf(text),
	}));
	const chosen = options.find((option) => "selected" in option) ?? options.find((option) => !("disabled" in option));
	const text = tag === "textarea" ? decodeEntities(inside).replace(/^\n/, "") : chosen?.value;
	return {
		...{ name, type, value: value ?? text ?? (/checkbox|radio/.test(type) ? "on" : "") },
		...{ checked: "checked" in attributes, required: "required" in attributes, readOnly: "readonly" in attributes },
		invalid: attributes["aria-invalid"] === "true",
		maxLength: attributes.maxlength ? Number(attributes.maxlength) : null,
		options: options.flatMap((option) => ("disabled" in option ? [] : [option.value])),
	};
}

const attributesOf = (text: string): Record<string, string> =>
	Object.fromEntries(
		[...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
			name.toLowerCase(),
			decodeEntities(value),
		]),
	);

/** The entries that an unchanged form sends. */
export const defaultEntries = ({ fields }: HtmlForm): [name: string, value: string][] =>
	fields.flatMap(({ name, type, value, checked }) =>
		name && type !== "file" && (!/checkbox|radio/.test(type) || checked) ? [[name, value]] : [],
	);
