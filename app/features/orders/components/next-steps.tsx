import { href } from "react-router";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { OrderedName, OrderView } from "../order-view";

/** What to do with the name: email, a website, and telling people. */
export function NextSteps({ name, steps }: { name: OrderedName; steps: OrderView["nextSteps"] }) {
	const image = href("/cloth/:file", { file: `${name.ascii}.svg` });
	const message = `${name.unicode} is ours. Karibu!`;
	return (
		<section aria-labelledby="next" className="print:hidden">
			<Heading level={2} size="sm" id="next" className="border-b border-line pb-3">
				Next
			</Heading>
			<ul className="divide-y divide-line">
				{steps.map((step) => (
					<li key={step.title}>
						<a href={step.href} className="group flex min-h-18 items-center gap-4 py-3">
							<Bullet />
							<span className="min-w-0 flex-1">
								<strong className="block font-semibold group-hover:underline">{step.title}</strong>
								<span className="block text-sm wrap-anywhere text-muted">{step.about}</span>
							</span>
							<Icon name="chevron-right" className="flex-none text-muted" />
						</a>
					</li>
				))}
				<li className="flex min-h-18 items-center gap-4 py-3">
					<Bullet />
					<div className="min-w-0 flex-1">
						<strong className="block font-semibold">Tell people</strong>
						<share-image data-text={message} class="-my-1 flex flex-wrap gap-x-5 text-sm">
							<button type="button" data-share hidden className="link-alone">
								Share your cloth
							</button>
							<a
								href={`https://wa.me/?text=${encodeURIComponent(message)}`}
								target="_blank"
								rel="noopener noreferrer"
								className="link-alone"
							>
								Tell them on WhatsApp
							</a>
							<a href={image} download={`${name.ascii}.svg`} className="link-alone">
								Download your cloth
							</a>
						</share-image>
					</div>
				</li>
			</ul>
		</section>
	);
}

const Bullet = () => <span className="size-2.5 flex-none rounded-full border-2 border-sun" aria-hidden="true" />;
