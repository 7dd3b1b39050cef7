/** A name in a list: long ones break, at a hyphen where they can. */
export function DomainName({ name }: { name: string }) {
	return <span className="block wrap-anywhere font-display font-semibold md:min-w-28 xl:min-w-32">{name}</span>;
}
