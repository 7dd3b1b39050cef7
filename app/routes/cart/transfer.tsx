import { href } from "react-router";
import { maxTypedName } from "~/components/forms/domain-field";
import { Move } from "~/components/illustrations/move";
import { pageMeta } from "~/components/layout/page-meta";
import { ToolHead } from "~/components/layout/tool-head";
import { TitledCard } from "~/components/ui/titled-card";
import { TitledSection } from "~/components/ui/titled-section";
import { DomainSetup } from "~/features/cart/components/domain-setup";
import { transferPrice } from "~/features/catalog/domain-prices";
import { isSold } from "~/features/catalog/known-extensions";
import { transferRules } from "~/features/domains/transfer-rules";
import { formatMoney } from "~/lib/money";
import { accountCurrency } from "~/middleware/account-currency";
import { setUpDomain } from "~/middleware/cart";
import type { Route } from "./+types/transfer";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Transfer a domain to us",
		"Move a domain to us in 5 to 7 days. Unlock it, get its authorization code and start here. You get an extra year.",
	);

const popularExtensions = ["co.ke", "com", "org", "net", "shop", "africa"];

const steps = [
	"Unlock the domain at your current registrar and turn off WHOIS privacy.",
	"Ask your registrar for the authorization code. They have to give it to you within five days.",
	"Enter the domain and its code here and pay for one year. We add it to the time you have left.",
	"Confirm the email from the registry. Your website and email keep working throughout.",
];

/** `?domain=` is filled in. */
export const loader = async ({ context, url: { searchParams } }: Route.LoaderArgs) => ({
	currency: await accountCurrency(context),
	domain: (searchParams.get("domain") ?? "").slice(0, maxTypedName),
});

export const action = ({ request, context }: Route.ActionArgs) =>
	setUpDomain({ request, context }, { setup: "transfer", next: href("/cart") });

export default function Transfer({ actionData, loaderData: { currency, domain } }: Route.ComponentProps) {
	return (
		<>
			<ToolHead
				title="Transfer a domain"
				lead="Move a domain you already own to us. You keep the time you've paid for and get an extra year."
			/>
			<div className="page-column grid gap-8 items-start lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid gap-8">
					<TitledCard title="Start the transfer" size="md" chosen>
						<DomainSetup setup="transfer" domain={domain} action="Add to Cart" answer={actionData} />
					</TitledCard>
					<TitledSection title="What it costs, including the extra year">
						<dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-5 sm:grid-cols-3 sm:gap-x-8">
							{popularExtensions.filter(isSold).map((tld) => (
								<div key={tld} className="flex items-baseline justify-between gap-3 border-t border-line py-3">
									<dt className="font-semibold">.{tld}</dt>
									<dd className="whitespace-nowrap text-muted tabular-nums">
										{formatMoney(transferPrice(tld, currency))}
									</dd>
								</div>
							))}
						</dl>
						<p>
							<a className="link-alone" href={`${href("/domains")}#prices`}>
								Every extension
							</a>
						</p>
					</TitledSection>
				</div>
				<div className="grid content-start gap-8">
					<TitledSection title="Before you start">
						<ul className="dots text-muted">
							{transferRules.map((rule) => (
								<li key={rule}>{rule}</li>
							))}
						</ul>
					</TitledSection>
					<TitledSection title="How it works">
						<ol className="grid list-decimal gap-2 ps-5 text-muted marker:text-sun">
							{steps.map((step) => (
								<li key={step}>{step}</li>
							))}
						</ol>
					</TitledSection>
					<TitledSection title="Many domains, or stuck?">
						<p className="text-muted">
							Tell us which domains, and we'll{" "}
							<a className="link" href={href("/enquiries/:kind", { kind: "transfer" })}>
								help you with the transfer
							</a>
							.
						</p>
					</TitledSection>
					<Move />
				</div>
			</div>
		</>
	);
}
