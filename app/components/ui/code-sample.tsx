/** A terminal session or code. Long lines wrap. */
export function CodeSample({ title, lines }: { title: string; lines: readonly string[] }) {
	return (
		<figure className="min-w-0 overflow-clip rounded-card border border-line bg-band text-on-band">
			<figcaption className="flex items-center gap-2 border-b border-on-band/20 px-4 py-2.5 text-sm">
				<span className="size-2.5 rounded-full bg-sun" aria-hidden="true" />
				{title}
			</figcaption>
			<pre className="p-4 text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
				<code>{lines.join("\n")}</code>
			</pre>
		</figure>
	);
}
