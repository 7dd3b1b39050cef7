/** A domain name that wraps before its extension, if it is too long for its line. Other names stay as they are. */
export function WrappingName({ name }: { name: string }) {
	const dot = name.indexOf(".");
	if (dot < 0) return name;
	return (
		<>
			{name.slice(0, dot)}
			<wbr />
			{name.slice(dot)}
		</>
	);
}
