import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";

const steps = [
	{ title: "Find a domain", text: "Search all extensions and compare prices for the first year and renewals." },
	{
		title: "Pay with M‑Pesa or a card",
		text: "Approve the payment on your phone. Your domain is usually ready within seconds.",
	},
	{ title: "Connect your website", text: "Add hosting here, or use the nameservers of another provider." },
];

/** First steps for a new account. */
export function Welcome() {
	return (
		<TitledCard title="Welcome! Get online in three steps" size="md" chosen>
			<ol className="grid gap-5 md:grid-cols-3">
				{steps.map(({ title, text }, index) => (
					<li key={title} className="grid grid-cols-[auto_1fr] gap-x-3">
						<span className="font-display text-xl font-semibold text-lake" aria-hidden="true">
							{index + 1}
						</span>
						<span>
							<span className="block font-semibold">{title}</span>
							<span className="block text-muted">{text}</span>
						</span>
					</li>
				))}
			</ol>
			<div>
				<ButtonLink href={href("/domains/search")}>Find a domain</ButtonLink>
			</div>
		</TitledCard>
	);
}
