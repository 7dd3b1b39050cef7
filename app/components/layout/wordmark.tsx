import { brand } from "~/brand";

/** The logo: the name with a coloured dot. */
export function Wordmark({ className = "text-xl" }: { className?: string }) {
	return (
		<span className={`font-display font-bold tracking-tight ${className}`}>
			{brand.wordmark}
			<span className="text-sun">.</span>
		</span>
	);
}
