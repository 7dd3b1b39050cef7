import { href } from "react-router";
import { brand } from "~/brand";
import { formatDay, formatMoment } from "~/lib/dates";
import { type Block, button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

interface ChangedPassword {
	readonly changedAt: number;
	/** Passkeys that can still sign in, and the names of those that were removed with the change. */
	readonly kept: readonly { readonly name: string; readonly createdAt: number }[];
	readonly removed: readonly string[];
	readonly appOrigin: string;
}

/** After a change of password, in case it was somebody else's. */
export function passwordChanged(to: Recipient, { changedAt, kept, removed, appOrigin }: ChangedPassword): EmailContent {
	return {
		subject: `Your ${brand.name} password was changed`,
		preview: "Every device was signed out.",
		heading: "Your password was changed",
		blocks: [
			text(greeting(to)),
			text(
				`Your password was changed on ${formatMoment(changedAt, to)}. Every device was signed out: sign in again with the new one.`,
			),
			...passkeyBlocks("Passkeys that were removed", removed),
			...passkeyBlocks(
				"Passkeys that can still sign in. Remove any that you don't know under Account Settings, Security",
				kept.map(({ name, createdAt }) => `${name}, added on ${formatDay(createdAt, to)}`),
			),
			button("Sign in", `${appOrigin}${href("/login")}`),
			text(securityAdvice(appOrigin)),
		],
	};
}

const passkeyBlocks = (title: string, items: readonly string[]): Block[] =>
	items.length > 0 ? [{ kind: "steps", title, items }] : [];
