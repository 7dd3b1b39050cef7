import { brand } from "~/brand";
import type { AmountLine, Block, EmailContent, ListItem, Unsubscribe } from "./content";

/** The plain-text part, with everything that the HTML part says. */
export function renderText({ heading, blocks }: EmailContent, unsubscribe: Unsubscribe = null): string {
	const { address, emails, phone, phoneHours } = brand;
	const foot = [
		"-- ",
		`${brand.legalName}, ${address.street}, ${address.city}, ${address.country}`,
		`${emails.support} · ${phone.display} (${phoneHours})`,
		...(unsubscribe ? [`Stop emails about ${unsubscribe.about}: ${unsubscribe.url}`] : []),
	].join("\n");
	return `${[heading, ...blocks.map(block), foot].join("\n\n")}\n`;
}

function block(given: Block): string {
	switch (given.kind) {
		case "text":
		case "note":
			return given.text;
		case "quotation":
		case "message":
			return given.text.replace(/^/gm, "> ");
		case "button":
			return `${given.label}:\n${given.url}`;
		case "facts":
			return given.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
		case "amounts":
			return [...given.lines.map(line), "", ...given.totals.map(line)].join("\n");
		case "steps":
			return [given.title, ...given.items.map((item, index) => `${index + 1}. ${item}`)].join("\n");
		case "list":
			return [given.title.toUpperCase(), ...given.items.map(listItem)].join("\n\n");
	}
}

const line = ({ label, amount }: AmountLine): string => `${label}: ${amount}`;

const listItem = ({ name, text, link }: ListItem): string => `${name}\n${text}\n${link.label}: ${link.url}`;
