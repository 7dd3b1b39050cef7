import { NameTags } from "~/components/illustrations/name-tags";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";

const promises = [
	{ icon: "shield-check", text: "Free WHOIS Privacy" },
	{ icon: "lock", text: "SSL Security" },
	{ icon: "tag", text: "Competitive Pricing" },
] as const;

/** Shown before the first search. */
export function FindYourDomain() {
	return (
		<Card className="grid items-center gap-x-10 gap-y-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:p-8 lg:p-12">
			<div className="grid gap-4">
				<Heading level={2}>Find Your Perfect Domain</Heading>
				<p className="max-w-measure text-muted">
					Type a name or paste a web address. We check it with every registry and show the first-year and renewal
					prices.
				</p>
				<ul className="flex flex-wrap gap-2">
					{promises.map(({ icon, text }) => (
						<li key={text}>
							<Badge tone="success">
								<Icon name={icon} size={16} /> {text}
							</Badge>
						</li>
					))}
				</ul>
			</div>
			<div className="max-sm:hidden">
				<NameTags />
			</div>
		</Card>
	);
}
