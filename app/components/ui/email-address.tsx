/** An email address that wraps before its @ if it is too long for its line, and elsewhere only if it must. */
export function EmailAddress({ address }: { address: string }) {
	const at = address.lastIndexOf("@");
	return (
		<span className="wrap-anywhere">
			{at > 0 && (
				<>
					{address.slice(0, at)}
					<wbr />
				</>
			)}
			{address.slice(Math.max(at, 0))}
		</span>
	);
}
