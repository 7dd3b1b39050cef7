import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";

const steps = [
	{ title: "Find a name", text: "Search every ending at once, each with its price, this year and next." },
	{ title: "Pay with M‑Pesa or a card", text: "You approve on your phone; the name is yours within seconds." },
	{ title: "Point it somewhere", text: "Add hosting here, or use the nameservers of another provider." },
];

/** For an account that has nothing yet: what to do first. */
export function Welcome() {
	return (
		<TitledCard title="Welcome. Three steps and you are online" size="md" chosen>
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
				<ButtonLink href={href("/domains/search")}>Find a name</ButtonLink>
			</div>
		</TitledCard>
	);
}
