import { Children, isValidElement, type ReactNode } from "react";
import { Heading } from "../ui/heading";

interface LetterProps {
	title: string;
	lead: ReactNode;
	/** Below the contents. */
	picture?: ReactNode;
	/** `LetterSection` elements. The contents list their titles. */
	children: ReactNode;
}

/** A page to read: one column of text with a list of contents. */
export function Letter({ title, lead, picture, children }: LetterProps) {
	const contents = Children.toArray(children).flatMap((child) =>
		isValidElement<LetterSectionProps>(child) ? [child.props] : [],
	);
	return (
		<article className="page-column grid gap-x-12 gap-y-8 py-8 sm:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
			<header className="grid gap-3 lg:col-start-2">
				<Heading level={1} size="lg" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-lg text-muted">{lead}</p>
			</header>
			<nav
				aria-label="Contents"
				className="border-y border-line py-3 lg:sticky lg:top-24 lg:col-start-1 lg:row-start-2 lg:self-start"
			>
				<ol className="grid grid-cols-2 items-center gap-x-6 lg:grid-cols-1">
					{contents.map(({ id, title }) => (
						<li key={id}>
							<a href={`#${id}`} className="flex min-h-11 items-center text-indigo hover:underline lg:min-h-9">
								{title}
							</a>
						</li>
					))}
				</ol>
			</nav>
			<div className="prose grid max-w-measure grid-cols-1 content-start gap-8 lg:col-start-2">
				{picture}
				{children}
			</div>
		</article>
	);
}

interface LetterSectionProps {
	/** The anchor. */
	id: string;
	title: string;
	children: ReactNode;
}

export function LetterSection({ id, title, children }: LetterSectionProps) {
	return (
		<section id={id} className="grid grid-cols-1 gap-3">
			<Heading level={2} size="sm">
				{title}
			</Heading>
			{children}
		</section>
	);
}

/** For the lead of terms and similar pages. */
export const InForceSince = ({ date }: { date: string }) => (
	<>
		In force since <time dateTime={date}>{longDate(date)}</time>
	</>
);

const longDate = (iso: string) =>
	new Date(`${iso}T00:00:00Z`).toLocaleDateString("en-GB", {
		day: "numeric",
		month: "long",
		year: "numeric",
		timeZone: "UTC",
	});
