import { Section } from "~/components/layout/section";
import { type Testimonial, testimonialsAbout, testimonialsAreSamples } from "../testimonials";

export function Testimonials({ about }: { about: Testimonial["about"] }) {
	return (
		<Section
			id="testimonials"
			title="What customers say"
			lead={
				testimonialsAreSamples ? "Sample content: these show where our customers' own words will stand." : undefined
			}
			raised
		>
			<ul className="grid gap-3 md:grid-cols-3 md:gap-4">
				{testimonialsAbout(about).map(({ quote, who, rating }) => (
					<li key={quote} className="rounded-card bg-paper p-4 sm:p-6">
						<figure className="flex h-full flex-col gap-2 sm:gap-4">
							<Rating of={rating} />
							<blockquote className="font-display text-lg leading-snug sm:text-xl tracking-tight">“{quote}”</blockquote>
							<figcaption className="mt-auto text-sm text-muted">{who}</figcaption>
						</figure>
					</li>
				))}
			</ul>
		</Section>
	);
}

/** Five dots, as many of them filled. */
export function Rating({ of }: { of: number }) {
	const dots = [1, 2, 3, 4, 5];
	return (
		<svg viewBox="0 0 76 12" width="76" height="12" role="img" aria-label={`${of} of 5`}>
			{dots.map((dot) => (
				<circle
					key={dot}
					cx={dot * 16 - 10}
					cy="6"
					r="5"
					className={dot <= Math.round(of) ? "fill-sun stroke-sun" : "fill-none stroke-edge"}
				/>
			))}
		</svg>
	);
}
