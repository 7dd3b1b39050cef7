import { href } from "react-router";
import { brand } from "~/brand";
import { formatDay, formatMoment } from "~/lib/dates";
import { type Block, button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

interface ChangedPassword {
	readonly changedAt: number;
	/** Passkeys that can still sign in. */
	readonly kept: readonly { readonly name: string; readonly createdAt: number }[];
	/** Names of the passkeys that were removed with the change. */
	readonly removed: readonly string[];
	readonly appOrigin: string;
}

/** Sent after a password change, in case someone else made it. */
export function passwordChanged(to: Recipient, { changedAt, kept, removed, appOrigin }: ChangedPassword): EmailContent {
	return {
		subject: `Your ${brand.name} password was changed`,
		preview: "Every device was signed out.",
		heading: "Your password was changed",
		blocks: [
			text(greeting(to)),
			text(
				`Your password was changed on ${formatMoment(changedAt, to)}. Every device was signed out. Sign in again with the new password.`,
			),
			...passkeyBlocks("Removed passkeys", removed),
			...passkeyBlocks(
				"Passkeys that can still sign in. Remove any that you don't recognise in Account Settings, Security",
				kept.map(({ name, createdAt }) => `${name}, added on ${formatDay(createdAt, to)}`),
			),
			button("Sign in", `${appOrigin}${href("/login")}`),
			text(securityAdvice(appOrigin)),
		],
	};
}

const passkeyBlocks = (title: string, items: readonly string[]): Block[] =>
	items.length > 0 ? [{ kind: "steps", title, items }] : [];
