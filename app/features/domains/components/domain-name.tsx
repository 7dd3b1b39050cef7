/** A name with its ending in the sun's colour where it is large, plain elsewhere; always breakable. */
export function DomainName({ name }: { name: string }) {
	return <span className="break-all font-display font-semibold">{name}</span>;
}
