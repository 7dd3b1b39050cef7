import { Heading } from "./heading";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";

export interface Feature {
	readonly icon: IconName;
	readonly title: string;
	readonly text: string;
	readonly href?: string;
}

/** What something offers: an icon, a few words, a sentence. */
export function FeatureGrid({ items }: { items: readonly Feature[] }) {
	return (
		<ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
			{items.map(({ icon, title, text, href }) => (
				<li key={title} className="grid content-start gap-2 border-t border-line pt-5">
					<Icon name={icon} size={24} className="text-lake" />
					<Heading level={3}>
						{href ? (
							<a className="underline decoration-line underline-offset-4 hover:decoration-ink" href={href}>
								{title}
							</a>
						) : (
							title
						)}
					</Heading>
					<p className="text-muted">{text}</p>
				</li>
			))}
		</ul>
	);
}
