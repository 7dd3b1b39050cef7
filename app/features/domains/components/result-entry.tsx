import { Suspense, useState } from "react";
import { Await } from "react-router";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import { Skeleton } from "~/components/ui/skeleton";
import type { Answer } from "../answer";
import type { DomainName } from "../domain-name";
import type { Entry } from "../running-search";
import { DomainText } from "./domain-text";
import { ResultCard } from "./result-card";

/** A name's card, and until its answer arrives a place of the same size. */
export function ResultEntry({ entry: { name, answer }, prominent }: { entry: Entry; prominent?: boolean }) {
	// Without a boundary: React sends large boundaries later and by script, even when nothing is awaited.
	if (!(answer instanceof Promise)) return <Answered name={name} first={answer} prominent={prominent} />;
	return (
		<Suspense fallback={<Asking name={name} prominent={prominent} />}>
			{/* The stream may break off; then nobody has said anything about the name. */}
			<Await resolve={answer} errorElement={<Answered name={name} first={noAnswer(name)} prominent={prominent} />}>
				{(first) => <Answered name={name} first={first} prominent={prominent} />}
			</Await>
		</Suspense>
	);
}

function Answered({ name, first, prominent }: { name: DomainName; first: Answer; prominent?: boolean }) {
	const [later, setLater] = useState<Answer | null>(null);
	return <ResultCard name={name} answer={later ?? first} prominent={prominent} onRetry={setLater} />;
}

function Asking({ name, prominent = false }: { name: DomainName; prominent?: boolean }) {
	return (
		<Card
			as="article"
			aria-label={name.unicode}
			aria-busy="true"
			className={cx("grid content-between gap-4", prominent ? "sm:p-8" : "p-4 sm:min-h-52")}
		>
			<div className="grid gap-3">
				<h3 className={prominent ? "text-2xl sm:text-3xl" : "text-xl"}>
					<DomainText name={name.unicode} tld={name.tld} muted />
				</h3>
				<Skeleton className="h-7 w-36" />
				<p className="text-sm text-muted">Asking the registry…</p>
			</div>
			<Skeleton className={cx("h-11 w-36", prominent ? "sm:hidden" : "max-sm:hidden")} />
		</Card>
	);
}

const noAnswer = ({ ascii, tld }: DomainName): Answer => ({
	...{ domain: ascii, tld, state: "unknown", available: false, price: null, renewal: null },
	...{ source: "none", checkedAt: 0 },
});
