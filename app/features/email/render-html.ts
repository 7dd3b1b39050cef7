import { brand } from "~/brand";
import { type ClothSize, clothHeight, clothStripes, type Stripe } from "~/features/domains/cloth";
import { domainIn } from "~/features/domains/domain-in";
import { type Inline, type Block as MarkdownBlock, parseMarkdown } from "~/lib/markdown";
import type { AmountLine, Block, EmailContent, ListItem, Unsubscribe } from "./content";
import { type Html, html } from "./html";

/**
 * The brand's colours, light and dark, as in app.css (a test compares them). They are repeated here because email clients
 * do not support custom properties, many only read inline styles, and Outlook's Word engine only takes backgrounds from
 * `bgcolor` on tables.
 */
export const colours = {
	paper: ["#fbf9f4", "#0c1512"],
	surface: ["#ffffff", "#121e1a"],
	line: ["#e5e0d4", "#24342d"],
	ink: ["#10231c", "#eaf0eb"],
	muted: ["#54655d", "#9fb1a7"],
	lake: ["#0b6b4d", "#45cf9c"],
	"on-solid": ["#ffffff", "#0c1512"],
	indigo: ["#27407a", "#9db4f0"],
} as const;

const light = Object.fromEntries(Object.entries(colours).map(([role, [value]]) => [role, value])) as Record<
	keyof typeof colours,
	string
>;

/** For clients that support `prefers-color-scheme`. The others invert the light colours automatically. */
const darkRules = Object.entries(colours)
	.flatMap(([role, [, dark]]) => [
		`.bg-${role}{background-color:${dark} !important}`,
		`.fg-${role}{color:${dark} !important}`,
		`.bd-${role}{border-color:${dark} !important}`,
	])
	.join("");

/** The kikoi stripes of the brand: colour and width in percent. */
const kikoi = [
	["#0b6b4d", 34],
	["#f6b93b", 6],
	["#0b6b4d", 10],
	["#f2542d", 16],
	["#27407a", 4],
	["#f6b93b", 12],
	["#0b6b4d", 18],
] as const;

const sans = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const display = "'Familjen Grotesk','Segoe UI',Roboto,Arial,sans-serif";

/** The HTML part: tables and inline styles, readable at 320 px and without images or styles. */
export function renderHtml(
	{ subject, preview, heading, blocks }: EmailContent,
	unsubscribe: Unsubscribe = null,
): string {
	const headed = domainIn(heading);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body class="bg-paper" style="margin:0;padding:0;background-color:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="bg-paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.paper}" style="background-color:${light.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="fg-ink" style="padding:0 4px 16px;font:700 24px/1.2 ${display};letter-spacing:-0.5px;color:${light.ink}">${brand.wordmark}<span style="color:#f2542d">.</span></td></tr>
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${kikoi.map(stripe)}</tr></table></td></tr>
<tr><td class="bg-surface bd-line" bgcolor="${light.surface}" style="padding:28px 24px 12px;word-break:break-word;background-color:${light.surface};border:1px solid ${light.line};border-top:0;border-radius:0 0 14px 14px">
${headed ? swatch(headed, "row", "0 0 14px") : ""}<h1 class="fg-ink" style="margin:0 0 16px;font:700 26px/1.15 ${display};letter-spacing:-0.5px;color:${light.ink}">${heading}</h1>
${blocks.map((one) => block(one, headed !== null))}
</td></tr>
<tr><td class="fg-muted" style="padding:20px 4px 0;font:400 13px/1.6 ${sans};color:${light.muted}">${foot(unsubscribe)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`.source;
}

function stripe([colour, width]: (typeof kikoi)[number]): Html {
	return html`<td bgcolor="${colour}" width="${width}%" height="6" style="height:6px;font-size:0;line-height:0;background-color:${colour}">&nbsp;</td>`;
}

/** The cloth of a name. A table, because many clients show no SVG, and ask before they load a picture. */
function swatch(name: string, size: ClothSize, margin: string): Html {
	const stripes = clothStripes(name, size);
	const [width, height] = [stripes.reduce((sum, stripe) => sum + stripe.width, 0), clothHeight(size)];
	const cell = ({ width, colour }: Stripe) =>
		html`<td bgcolor="${colour}" width="${width}" height="${height}" style="width:${width}px;height:${height}px;padding:0;font-size:0;line-height:0;background-color:${colour}">&nbsp;</td>`;
	return html`<table role="presentation" aria-hidden="true" width="${width}" cellpadding="0" cellspacing="0" border="0" style="width:${width}px;margin:${margin}"><tr>${stripes.map(cell)}</tr></table>`;
}

/** A text with the cloth of the first name in it. Repeats the font, which Outlook does not inherit into a table. */
function withCloth(value: string, font: string, align: "left" | "right"): Html {
	const name = domainIn(value);
	if (name === null) return html`${value}`;
	return html`<table role="presentation" align="${align}" cellpadding="0" cellspacing="0" border="0"><tr><td valign="top" style="padding:2px 10px 0 0">${swatch(name, "small", "0")}</td><td class="fg-ink" align="${align}" style="${font};color:${light.ink};word-break:break-word">${value}</td></tr></table>`;
}

/** A paragraph or a list of a message. */
function part(given: MarkdownBlock): Html {
	if (given.kind === "paragraph") return html`<p style="margin:0 0 12px">${given.children.map(inline)}</p>`;
	const items = given.items.map((item) => html`<li style="margin:0 0 6px">${item.map(inline)}</li>`);
	const style = "margin:0 0 12px;padding-left:22px";
	return given.ordered ? html`<ol style="${style}">${items}</ol>` : html`<ul style="${style}">${items}</ul>`;
}

function inline(given: Inline): Html {
	switch (given.kind) {
		case "text":
			return html`${given.text}`;
		case "code":
			return html`<code style="font:400 15px/1.55 ui-monospace,Consolas,monospace">${given.text}</code>`;
		case "strong":
			return html`<strong>${given.children.map(inline)}</strong>`;
		case "em":
			return html`<em>${given.children.map(inline)}</em>`;
		case "link":
			return html`<a class="fg-lake" href="${given.href}" style="color:${light.lake}">${given.children.map(inline)}</a>`;
		case "break":
			return html`<br>`;
	}
}

/** @param headed whether the email's heading shows a cloth, so that the facts need not */
function block(given: Block, headed: boolean): Html {
	switch (given.kind) {
		case "text":
			return html`<p class="fg-ink" style="margin:0 0 16px;font:400 16px/1.55 ${sans};color:${light.ink}">${given.text}</p>\n`;
		case "note":
			return html`<p class="fg-muted" style="margin:0 0 16px;font:400 14px/1.55 ${sans};color:${light.muted}">${given.text}</p>\n`;
		case "quotation":
			return html`<blockquote class="fg-ink bd-line" style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${light.line};font:400 16px/1.55 ${sans};color:${light.ink};white-space:pre-wrap;word-break:break-word">${given.text}</blockquote>\n`;
		case "message":
			return html`<blockquote class="fg-ink bd-line" style="margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${light.line};font:400 16px/1.55 ${sans};color:${light.ink};word-break:break-word">${parseMarkdown(given.text).map(part)}</blockquote>
`;
		case "button":
			return buttonHtml(given.label, given.url);
		case "facts":
			return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${given.rows.map(([label, value]) => row(label, value, headed))}</table>\n`;
		case "amounts":
			return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${given.lines.map(amountRow)}${given.totals.map(amountRow)}</table>\n`;
		case "steps":
			return html`<p class="fg-ink" style="margin:0 0 8px;font:700 16px/1.55 ${sans};color:${light.ink}">${given.title}</p>
<ol class="fg-ink" style="margin:0 0 16px;padding-left:22px;font:400 16px/1.55 ${sans};color:${light.ink}">${given.items.map((item) => html`<li style="margin:0 0 6px">${item}</li>`)}</ol>\n`;
		case "list":
			return html`<p class="fg-muted" style="margin:8px 0 0;font:700 14px/1.55 ${sans};color:${light.muted}">${given.title}</p>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${given.items.map(listRow)}</table>\n`;
	}
}

function listRow({ name, text, link }: ListItem): Html {
	const font = `font:700 16px/1.4 ${sans}`;
	return html`<tr><td class="fg-ink bd-line" style="padding:12px 0;border-bottom:1px solid ${light.line};${font};color:${light.ink};word-break:break-word">${withCloth(name, font, "left")}<p class="fg-ink" style="clear:both;margin:0;padding:4px 0;font:400 15px/1.5 ${sans};color:${light.ink}">${text}</p><a class="fg-indigo" href="${link.url}" style="display:inline-block;padding:6px 0;font:700 15px/1.4 ${sans};color:${light.indigo}">${link.label}</a></td></tr>`;
}

/** Repeats the URL below the button, for clients that don't show links. */
function buttonHtml(label: string, url: string): Html {
	return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 16px"><tr><td class="bg-lake" align="center" bgcolor="${light.lake}" style="background-color:${light.lake};border-radius:999px"><a class="fg-on-solid" href="${url}" style="display:inline-block;padding:14px 28px;font:700 16px/1 ${sans};color:${light["on-solid"]};text-decoration:none">${label}</a></td></tr></table>
<p class="fg-muted" style="margin:0 0 20px;font:400 13px/1.5 ${sans};color:${light.muted}">Or open this address: <a class="fg-indigo" href="${url}" style="color:${light.indigo};word-break:break-all">${url}</a></p>\n`;
}

/** @param headed whether the email's heading shows a cloth */
function row(label: string, value: string, headed: boolean): Html {
	const font = `font:400 15px/1.5 ${sans}`;
	const cell = `padding:8px 0;border-bottom:1px solid ${light.line};${font};vertical-align:top`;
	const shown = headed ? html`${value}` : withCloth(value, font, "right");
	return html`<tr><td class="fg-muted bd-line" style="${cell};color:${light.muted};padding-right:16px">${label}</td><td class="fg-ink bd-line" align="right" style="${cell};color:${light.ink};white-space:pre-line;word-break:break-word">${shown}</td></tr>`;
}

function amountRow({ label, amount, strong = false }: AmountLine): Html {
	const font = `font:${strong ? 700 : 400} ${strong ? 17 : 15}px/1.5 ${sans}`;
	const cell = `padding:8px 0;border-bottom:1px solid ${light.line};${font};color:${light.ink};vertical-align:top`;
	return html`<tr><td class="fg-ink bd-line" style="${cell}">${withCloth(label, font, "left")}</td><td class="fg-ink bd-line" align="right" style="${cell};white-space:nowrap;padding-left:16px">${amount}</td></tr>`;
}

function foot(unsubscribe: Unsubscribe): Html {
	const { address, emails, legalName, phone, phoneHours } = brand;
	const link = `color:${light.muted}`;
	return html`${legalName}, ${address.street}, ${address.city}, ${address.country}<br><a class="fg-muted" href="mailto:${emails.support}" style="${link}">${emails.support}</a> · <a class="fg-muted" href="${phone.href}" style="${link}">${phone.display}</a> (${phoneHours})${unsubscribe ? html`<br><a class="fg-muted" href="${unsubscribe.url}" style="${link}">Stop emails about ${unsubscribe.about}</a>` : ""}`;
}
