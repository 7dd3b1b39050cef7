/** Three pulsing dots for a request in progress. They do not move with reduced motion. */
export function SignalDots() {
	return (
		<span className="flex gap-2" aria-hidden="true">
			<span className="size-3 rounded-full bg-sun motion-safe:animate-pulse" />
			<span className="size-3 rounded-full bg-sun motion-safe:animate-pulse motion-safe:[animation-delay:200ms]" />
			<span className="size-3 rounded-full bg-sun motion-safe:animate-pulse motion-safe:[animation-delay:400ms]" />
		</span>
	);
}
