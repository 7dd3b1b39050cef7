import { href } from "react-router";
import { brand } from "~/brand";
import { closingConsequences } from "~/features/closing/closing";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** Confirms a request to close the account and says until when it can be kept. */
export function accountClosing(
	to: Recipient,
	{ closesAt, appOrigin }: { closesAt: number; appOrigin: string },
): EmailContent {
	const until = formatMoment(closesAt, to);
	return {
		subject: `Your ${brand.name} account closes on ${until}`,
		preview: "To keep it, sign in before then.",
		heading: "Your account is closing",
		blocks: [
			text(greeting(to)),
			text(
				`You asked us to close your account. It closes on ${until}. If you change your mind, sign in before then and choose to keep it.`,
			),
			button("Sign in", `${appOrigin}${href("/login")}`),
			{ kind: "steps", title: "What happens when it closes", items: closingConsequences },
			text(
				`If this wasn't you, sign in, keep the account and choose a new password, or call us on ${brand.phone.display}.`,
			),
		],
	};
}
