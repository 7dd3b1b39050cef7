import { href } from "react-router";
import { brand } from "~/brand";
import { closingConsequences } from "~/features/closing/closing";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** When its customer asked for the account to be deleted: until when it can be kept. */
export function accountClosing(
	to: Recipient,
	{ closesAt, appOrigin }: { closesAt: number; appOrigin: string },
): EmailContent {
	const until = formatMoment(closesAt, to);
	return {
		subject: `Your ${brand.name} account closes on ${until}`,
		preview: "Until then you can keep it: sign in and say so.",
		heading: "Your account is closing",
		blocks: [
			text(greeting(to)),
			text(
				`You asked us to close your account. It closes on ${until}. Until then you can change your mind: sign in and keep it.`,
			),
			button("Sign in", `${appOrigin}${href("/login")}`),
			{ kind: "steps", title: "What closing means", items: closingConsequences },
			text(`It was not you? Sign in, keep the account and choose a new password, or call us: ${brand.phone.display}.`),
		],
	};
}
