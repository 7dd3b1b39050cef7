import { Form, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { ButtonLink } from "~/components/ui/button";
import { Sum } from "~/components/ui/sum";
import { TitledCard } from "~/components/ui/titled-card";
import { Ordered } from "~/features/cart/components/renew-form";
import type { Failure } from "~/lib/result";
import type { RestoreOffer, RestoreView } from "../restore-view";

interface RestoreCardProps {
	/** In Unicode. */
	name: string;
	restore: RestoreView;
	/** Identifies this view of the page, so that sending the form twice makes one order. */
	agreement: string;
	failure?: Failure | undefined;
}

/** The price of restoring a domain from redemption, with the button that orders it. */
export const RestoreCard = ({ name, restore, agreement, failure }: RestoreCardProps) => (
	<TitledCard title="Restore" id="restore" className="scroll-mt-6" lead={leadOf(name, restore)}>
		<FormError whole failure={failure} />
		{"ordered" in restore && <Ordered {...restore.ordered} />}
		{"refused" in restore && (
			<div>
				<ButtonLink href={href("/contact")}>Contact us</ButtonLink>
			</div>
		)}
		{"rows" in restore && <Offer name={name} offer={restore} agreement={agreement} />}
	</TitledCard>
);

function leadOf(name: string, restore: RestoreView): string {
	if ("refused" in restore) return restore.refused;
	if ("ordered" in restore)
		return restore.ordered.paid
			? "This can take up to two days. We'll email you when it works again."
			: `We start to restore ${name} as soon as you have paid.`;
	return `You can get ${name} back until ${restore.until}. After that, anyone can register it.`;
}

interface OfferProps {
	name: string;
	offer: RestoreOffer;
	agreement: string;
}

function Offer({ name, offer: { rows, toPay, total, expires }, agreement }: OfferProps) {
	const busy = useBusy();
	return (
		<>
			<dl className="grid gap-2 tabular-nums">
				{rows.map(({ label, text }) => (
					<Sum key={label} label={label} text={text} />
				))}
				<Sum label="To pay" text={toPay} strong ruled />
			</dl>
			<p className="max-w-measure text-sm text-muted">
				Registries charge a fee for names in redemption and require a renewal. {name} is then yours until {expires},
				with the same settings and DNS records. If it can&rsquo;t be restored, what you paid becomes credit.
			</p>
			<Form method="post" preventScrollReset>
				<HiddenFields values={{ intent: "restore", total, key: agreement }} />
				<SubmitButton busy={busy} busyText="Ordering...">
					{`Restore for ${toPay}`}
					<span className="sr-only">: {name}</span>
				</SubmitButton>
			</Form>
		</>
	);
}
