import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { EmailAddress } from "~/components/ui/email-address";
import { Fact, Facts } from "~/components/ui/fact";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import type { OfferView } from "../offer-view";
import { Cloth } from "./cloth";
import { ContactFields } from "./contacts-form";

interface DomainOfferProps {
	/** Null if another database has the offer. */
	offer: OfferView | null;
	/** Why there is no offer. */
	unavailable: string | null;
	/** Fields of the new registrant: `registrant.email` … */
	values: Readonly<Record<string, string>>;
	failure?: Failure | undefined;
}

/** An offered domain, with the form that accepts or refuses it. */
export function DomainOffer({ offer, unavailable, values, failure }: DomainOfferProps) {
	if (!offer)
		return (
			<OfferFrame title="Offered domain">
				<Alert tone="danger" title={unavailable ?? "We could not find this offer."} />
			</OfferFrame>
		);
	const { name, ended, isAccepted, domainId } = offer;
	return (
		<OfferFrame title={name} cloth={offer.cloth}>
			{ended === null ? (
				<OpenOffer offer={offer} values={values} failure={failure} />
			) : (
				<Alert tone="info" role="status" title={ended}>
					{isAccepted && (
						<RouteButton to={href("/dashboard/domains/:domainId", { domainId })} variant="secondary" size="sm">
							See the domain
						</RouteButton>
					)}
				</Alert>
			)}
		</OfferFrame>
	);
}

const OfferFrame = ({ title, cloth, children }: { title: string; cloth?: string; children: ReactNode }) => (
	<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
		<div className="grid gap-1">
			<BackLink to={href("/dashboard/domains")}>All domains</BackLink>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				{cloth && <Cloth name={cloth} />}
				<h1 className="min-w-0 wrap-anywhere text-2xl sm:text-3xl">{title}</h1>
			</div>
		</div>
		{children}
	</div>
);

interface OpenOfferProps extends Pick<DomainOfferProps, "values" | "failure"> {
	offer: OfferView;
}

function OpenOffer({ offer, values, failure }: OpenOfferProps) {
	const { name, sender, expires, until, lockDays } = offer;
	const accepting = useBusy("accept");
	const refusing = useBusy("refuse");
	return (
		<>
			<TitledCard title={sender ? `${sender.name} offers you this domain` : "Offered domain"} className="max-w-3xl">
				<Facts>
					{sender && (
						<Fact term="From">
							<EmailAddress address={sender.email} />
						</Fact>
					)}
					{expires && <Fact term="Paid until">{expires}</Fact>}
					<Fact term="Answer until">{until}</Fact>
				</Facts>
				<ul className="dots max-w-measure">
					<li>Accepting costs nothing. You renew the domain from then on.</li>
					<li>Its DNS records, forwarding and add-ons come with it. Its website and email keep working.</li>
					<li>Auto-renew is off until you turn it on, and the authorization code changes.</li>
					{lockDays > 0 && (
						<li>
							You can't transfer it to another registrar for {lockDays} days, because ICANN's rules lock a domain after
							a change of registrant.
						</li>
					)}
					{lockDays > 0 && <li>The registrar emails the new registrant a link to confirm the address.</li>}
				</ul>
				<Form method="post" className="grid gap-3 sm:justify-items-start">
					<input type="hidden" name="intent" value="refuse" />
					<SubmitButton variant="quietDanger" busy={refusing} busyText="Refusing...">
						Refuse {name}
					</SubmitButton>
				</Form>
			</TitledCard>
			<TitledCard
				title="New registrant"
				lead="The registry lists this person or company as the owner of the domain. Check the email address carefully."
				className="max-w-3xl"
			>
				<Form method="post" noValidate className="grid gap-5">
					<FormError whole failure={failure} />
					<input type="hidden" name="intent" value="accept" />
					<ContactFields of="registrant" values={values} errors={failure?.fields ?? {}} />
					<div>
						<SubmitButton busy={accepting} busyText="Moving...">
							Accept {name}
						</SubmitButton>
					</div>
				</Form>
			</TitledCard>
		</>
	);
}
