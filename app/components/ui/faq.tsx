import { Icon } from "./icon";

export interface Question {
	readonly question: string;
	readonly answer: string;
}

/** Questions that expand. With `open`, all answers are always visible. */
export function Faq({ items, open = false }: { items: readonly Question[]; open?: boolean }) {
	if (open) {
		return (
			<dl className="grid gap-x-10 gap-y-5 sm:gap-y-8 md:grid-cols-2">
				{items.map(({ question, answer }) => (
					<div key={question} className="grid content-start gap-1 sm:gap-2">
						<dt className="font-semibold sm:font-display sm:text-lg">{question}</dt>
						<dd className="max-w-measure text-sm text-muted sm:text-base">{answer}</dd>
					</div>
				))}
			</dl>
		);
	}
	return (
		<div className="divide-y divide-line border-y border-line">
			{items.map(({ question, answer }) => (
				<details key={question} className="group">
					<summary className="flex min-h-12 items-center justify-between gap-4 py-2 sm:min-h-14 sm:py-3 font-semibold">
						{question}
						<Icon name="chevron-down" className="flex-none transition-transform group-open:rotate-180" />
					</summary>
					<p className="max-w-measure pb-5 text-muted">{answer}</p>
				</details>
			))}
		</div>
	);
}

/** The questions as structured data for search engines (schema.org FAQPage). */
export function faqJsonLd(items: readonly Question[]) {
	return {
		"@context": "https://schema.org",
		"@type": "FAQPage",
		mainEntity: items.map(({ question, answer }) => ({
			"@type": "Question",
			name: question,
			acceptedAnswer: { "@type": "Answer", text: answer },
		})),
	};
}
