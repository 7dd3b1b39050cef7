import { Suspense, useState } from "react";
import { Await } from "react-router";
import { cx } from "~/components/ui/cx";
import { Skeleton } from "~/components/ui/skeleton";
import { type Answer, unknownAnswer } from "../answer";
import type { DomainName } from "../domain-name";
import type { SearchEntry } from "../running-search";
import { ResultCard } from "./result-card";
import { ResultFrame } from "./result-frame";

/** Card of a name, or a placeholder of the same size until its answer arrives. */
export function ResultEntry({ entry: { name, answer }, prominent }: { entry: SearchEntry; prominent?: boolean }) {
	// No Suspense here: React sends large boundaries later and by script, even if nothing is pending.
	if (!(answer instanceof Promise)) return <Answered name={name} first={answer} prominent={prominent} />;
	return (
		<Suspense fallback={<Pending name={name} prominent={prominent} />}>
			{/* If the stream breaks off, there is no answer. */}
			<Await
				resolve={answer}
				errorElement={<Answered name={name} first={unknownAnswer(name, 0)} prominent={prominent} />}
			>
				{(first) => <Answered name={name} first={first} prominent={prominent} />}
			</Await>
		</Suspense>
	);
}

function Answered({ name, first, prominent }: { name: DomainName; first: Answer; prominent?: boolean }) {
	const [retried, setRetried] = useState<Answer | null>(null);
	return <ResultCard name={name} answer={retried ?? first} prominent={prominent} onRetry={setRetried} />;
}

function Pending({ name, prominent = false }: { name: DomainName; prominent?: boolean }) {
	return (
		<ResultFrame
			name={name}
			prominent={prominent}
			badge={<Skeleton className="h-6.5 w-22 rounded-full" />}
			price={<Skeleton className={cx("w-28", prominent ? "h-8.5" : "h-7")} />}
			note="Checking with the registry…"
			action={<Skeleton className="h-11 w-32 rounded-full" />}
		/>
	);
}
