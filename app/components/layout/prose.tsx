import type { ReactNode } from "react";
import { Heading } from "../ui/heading";

/** Layout of the terms and privacy pages. */
export function Prose({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
	return (
		<article className="page-column py-12 sm:py-20">
			<header className="grid gap-3 pb-10">
				<Heading level={1} dot>
					{title}
				</Heading>
				<p className="text-muted">
					In force since <time dateTime={updated}>{longDate(updated)}</time>
				</p>
			</header>
			<div className="prose grid max-w-measure gap-8">{children}</div>
		</article>
	);
}

/** A section with an anchor, so that people can link to it. */
export function Clause({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<section id={id} className="grid gap-3">
			<Heading level={2} size="sm">
				{title}
			</Heading>
			{children}
		</section>
	);
}

const longDate = (iso: string) =>
	new Date(`${iso}T00:00:00Z`).toLocaleDateString("en-GB", {
		day: "numeric",
		month: "long",
		year: "numeric",
		timeZone: "UTC",
	});
