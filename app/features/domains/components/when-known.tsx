import { type ReactNode, Suspense, use } from "react";

interface WhenKnownProps<Value> {
	value: Promise<Value> | Value;
	/** Has the size of the content, so that nothing moves when the value arrives. */
	fallback: ReactNode;
	children(value: Value): ReactNode;
}

/**
 * Renders a value that may arrive later. No Suspense for a known value, because React sends large boundaries later and
 * by script, even if nothing is pending.
 */
export function WhenKnown<Value>({ value, fallback, children }: WhenKnownProps<Value>) {
	if (!(value instanceof Promise)) return children(value);
	return (
		<Suspense fallback={fallback}>
			<Awaited value={value}>{children}</Awaited>
		</Suspense>
	);
}

function Awaited<Value>({ value, children }: { value: Promise<Value>; children(value: Value): ReactNode }) {
	return children(use(value));
}
