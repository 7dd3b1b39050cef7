import { Badge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";

const promises = [
	{ icon: "shield-check", text: "Free WHOIS Privacy" },
	{ icon: "lock", text: "SSL Security" },
	{ icon: "tag", text: "Competitive Pricing" },
] as const;

/** Before the first search. */
export function FindYourDomain() {
	return (
		<EmptyState icon="globe" title="Find Your Perfect Domain">
			<p>Type a name, or paste an address. We ask every registry and tell you what it says.</p>
			<ul className="mt-5 flex flex-wrap justify-center gap-2">
				{promises.map(({ icon, text }) => (
					<li key={text}>
						<Badge tone="success">
							<Icon name={icon} size={16} /> {text}
						</Badge>
					</li>
				))}
			</ul>
		</EmptyState>
	);
}
