import { useRouteLoaderData } from "react-router";
import { Section } from "~/components/layout/section";
import { cx } from "~/components/ui/cx";
import { type TestimonialPage, testimonialsAbout } from "../testimonials";
import { Rating } from "./rating";

/** Omitted without quotes. `raised` sets the section's background, so that neighbouring sections differ. */
export function Testimonials({ about, raised = true }: { about: TestimonialPage; raised?: boolean }) {
	const root = useRouteLoaderData<{ testShop: boolean }>("root");
	const testimonials = testimonialsAbout(about, root?.testShop ?? false);
	if (testimonials.length === 0) return null;
	return (
		<Section id="testimonials" title="What customers say" raised={raised}>
			<ul
				// biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the arrow keys scroll the row
				tabIndex={0}
				aria-labelledby="testimonials-title"
				className="swipe-row grid gap-2 md:grid-cols-3 md:gap-4"
			>
				{testimonials.map(({ quote, name, business, rating }) => (
					<li key={quote} className={cx("snap-start rounded-card p-4 sm:p-6", raised ? "bg-paper" : "bg-surface")}>
						<figure className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:flex sm:flex-col sm:items-start sm:gap-4">
							<div className="col-start-2 row-start-2">
								<Rating value={rating} />
							</div>
							<blockquote className="col-span-2 row-start-1 text-base leading-snug sm:font-display sm:text-xl sm:tracking-tight">
								“{quote}”
							</blockquote>
							<figcaption className="row-start-2 text-sm text-muted sm:mt-auto">
								{[name, business].filter(Boolean).join(", ")}
							</figcaption>
						</figure>
					</li>
				))}
			</ul>
		</Section>
	);
}
