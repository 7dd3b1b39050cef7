/** A domain name in a list. Long names wrap, if possible at a hyphen. */
export function DomainName({ name }: { name: string }) {
	return <span className="block wrap-anywhere font-display font-semibold md:min-w-28 xl:min-w-32">{name}</span>;
}
