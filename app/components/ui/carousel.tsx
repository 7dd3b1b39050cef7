import { ButtonLink } from "./button";
import { Card } from "./card";
import { Heading } from "./heading";
import { Icon } from "./icon";

export interface Slide {
	readonly title: string;
	readonly text: string;
	readonly price: string;
	readonly href: string;
	readonly action: string;
}

/**
 * A row of slides with scroll snap, which works without script. islands/slide-carousel.ts adds previous, next and dot
 * buttons and advances every five seconds. It pauses while the pointer or the focus is inside, or with reduced motion.
 * Touch users can press the pause button.
 */
export function Carousel({ label, slides }: { label: string; slides: readonly Slide[] }) {
	return (
		<slide-carousel class="block" role="region" aria-roledescription="carousel" aria-label={label}>
			<ul className="carousel-track" data-track tabIndex={-1}>
				{slides.map(({ title, text, price, href, action }, index) => (
					<Card
						as="li"
						key={title}
						chosen
						className="carousel-slide grid content-start gap-3 pt-8"
						aria-label={`${index + 1} of ${slides.length}`}
					>
						<Heading level={2} size="md">
							{title}
						</Heading>
						<p className="text-muted">{text}</p>
						<p className="font-display text-2xl font-semibold tracking-tight">{price}</p>
						<ButtonLink href={href} className="justify-self-start">
							{action}
						</ButtonLink>
					</Card>
				))}
			</ul>
			<div className="relative mt-4 flex items-center justify-center gap-2" data-controls hidden>
				<button
					type="button"
					data-pause
					className="carousel-button group absolute start-0 motion-reduce:hidden"
					aria-label="Pause the offers"
					aria-pressed="false"
				>
					<Icon name="pause" className="group-aria-pressed:hidden" />
					<Icon name="play" className="hidden group-aria-pressed:block" />
				</button>
				<button type="button" data-previous className="carousel-button" aria-label="Previous offer">
					<Icon name="chevron-left" />
				</button>
				{slides.map(({ title }, index) => (
					<button key={title} type="button" data-dot={index} className="carousel-dot" aria-label={`Show ${title}`} />
				))}
				<button type="button" data-next className="carousel-button" aria-label="Next offer">
					<Icon name="chevron-right" />
				</button>
			</div>
		</slide-carousel>
	);
}
